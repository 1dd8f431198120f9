#!/usr/bin/env bash
# Format, layering, scripts, JSON, clang-tidy. Goes through all of them and fails at the end if one did.
#
#   scripts/lint.sh          clang-tidy on what changed since $LINT_BASE
#   scripts/lint.sh --all    clang-tidy on every file
#
# LINT_BASE     commit to compare with; default: where this branch left origin/main; without one, every file
# LINT_SECONDS  stop starting clang-tidy after so many seconds and say which files were left (default: no limit)
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

all=
case ${1:-} in
  --all) all=yes ;;
  "") ;;
  *) die "unknown option $1 (--all)" 2 ;;
esac

scripts/bootstrap.sh --lint
failed=()
check() {
  say "$1"
  shift
  if ! "$@"; then failed+=("$1"); fi
}

sources() { list_files '*.cpp' '*.hpp' '*.h' '*.ipp' | grep -vE '^(web/node_modules|build)/' || true; }

format() {
  local findings
  findings=$(sources | xargs -r clang-format --dry-run 2>&1 | sed -nE 's/^([^ :]+:[0-9]+):.*clang-format-violations.*/\1/p' | sort -u -t: -k1,1 -k2,2n)
  if [ -z "$findings" ]; then return 0; fi
  echo "$findings"
  echo "not clang-formatted: make format"
  return 1
}

layering() { scripts/check_layering.py --self-test && scripts/check_layering.py; }

shell_scripts() {
  local bad=0 file
  while IFS= read -r file; do
    bash -n "$file" || bad=1
  done < <(list_files '*.sh' '.ci/run')
  return $bad
}

json_files() {
  list_files '*.json' | { grep -E '^(worlds|docs/schema|tests)/|^CMakePresets\.json$' || true; } | "$python" -c '
import json, sys
bad = count = 0
for path in sys.stdin.read().split("\n"):
    if not path:
        continue
    count += 1
    try:
        with open(path, encoding="utf-8") as file:
            json.load(file)
    except ValueError as error:
        bad += 1
        print(f"{path}: {error}")
print(f"{count} JSON files, {bad} that do not parse")
sys.exit(bad > 0)'
}

changed_files() {
  local base=${LINT_BASE:-}
  if [ -z "$all" ] && [ -z "$base" ]; then
    base=$(git merge-base HEAD origin/main 2> /dev/null || true)
  fi
  if [ -n "$all" ] || [ -z "$base" ]; then
    sources
  else
    { git diff --name-only --diff-filter=d "$base" && git ls-files --others --exclude-standard; } |
      sort -u | grep -E '\.(cpp|hpp|h|ipp|def)$' || true
  fi
}

tidy() {
  local files units end out bad=0 left=()
  files=$(changed_files)
  if [ -z "$files" ]; then
    echo "no C++ file changed"
    return
  fi
  configure --preset release
  mapfile -t units < <(scripts/tidy_units.py build/release/compile_commands.json <<< "$files" | grep .)
  echo "$(grep -c . <<< "$files") files to see, through ${#units[@]} translation units"
  end=$((SECONDS + ${LINT_SECONDS:-1000000}))
  out=$(mktemp -d)
  local i
  for ((i = 0; i < ${#units[@]}; i++)); do
    if [ $SECONDS -ge $end ]; then
      left=("${units[@]:i}")
      break
    fi
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
    # GCC built the list of commands: Clang does not know all of its warnings.
    { clang-tidy -p build/release --quiet --extra-arg=-Wno-unknown-warning-option "${units[i]}" > "$out/$i" 2> "$out/$i.err" || touch "$out/$i.failed"; } &
  done
  wait
  # A header's finding comes once per unit that includes it: print it once.
  if compgen -G "$out/*.failed" > /dev/null; then
    bad=1
    cat "$out"/*[0-9] | awk '/: (warning|error): /{show = !seen[$0]++} show' | sed "s,$root/,,"
    for i in "$out"/*.failed; do
      [ -s "${i%.failed}" ] || cat "${i%.failed}.err"
    done
  fi
  rm -r "$out"
  if [ ${#left[@]} -gt 0 ]; then
    echo "the time is up (LINT_SECONDS=$LINT_SECONDS); not read: ${left[*]}"
  fi
  return $bad
}

check "format (clang-format)" format
check "layering and banned calls" layering
check "shell scripts parse" shell_scripts
check "JSON parses" json_files
check "clang-tidy" tidy

if [ ${#failed[@]} -gt 0 ]; then
  say "lint: failed: ${failed[*]}"
  exit 1
fi
say "lint: clean"
