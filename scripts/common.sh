# shellcheck shell=bash
# What the scripts beside this one share. Sourced, never run; leaves the shell at the repository root.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Debian's own interpreter: another python3 may come first on PATH.
# shellcheck disable=SC2034
python=/usr/bin/python3
jobs=${JOBS:-$(nproc)}

say() { printf '\n== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

# configure CMAKE-ARGUMENT... : quiet, with ccache where there is one. The base directory lets two checkouts
# share cached objects.
configure() {
  local launcher=()
  if command -v ccache > /dev/null; then
    export CCACHE_BASEDIR=$root
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake --log-level=WARNING "${launcher[@]}" "$@" > /dev/null
}

# build DIRECTORY [TARGET...]
build() {
  local dir=$1
  shift
  cmake --build "$dir" -j "$jobs" ${1:+--target "$@"}
}

# Every file of the repository, tracked or new, that is not ignored, one a line; patterns as for git ls-files.
# Outside a git checkout (an unpacked archive) the tree is walked.
list_files() {
  if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "$@" | sort -u | while IFS= read -r f; do
      if [ -f "$f" ]; then printf '%s\n' "$f"; fi
    done
  else
    local pattern names=()
    for pattern in "$@"; do names+=(-o -name "$(basename "$pattern")"); done
    find . \( -path ./build -o -path ./.git -o -name node_modules \) -prune -o -type f \( "${names[@]:1}" \) -print |
      sed 's,^\./,,' | sort -u
  fi
}
