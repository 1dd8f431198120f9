#!/usr/bin/env bash
# Installs the Debian packages that building and checking Surefoot needs and that are missing. Says nothing and
# takes no time when none is.
#
#   scripts/bootstrap.sh            compilers, libraries, test tools
#   scripts/bootstrap.sh --lint     also clang-format and clang-tidy
#   scripts/bootstrap.sh --wasm     also Emscripten
#   scripts/bootstrap.sh --web      what the viewer's page is built with and tested in: Emscripten, npm, Chromium
#   scripts/bootstrap.sh --bindings also what the Python and .NET bindings are built and tested with
#   scripts/bootstrap.sh --fuzz     also Clang's sanitizer and fuzzer runtimes
#   scripts/bootstrap.sh --all      all of these
#
# Exit 0: nothing is missing (any more). Exit 2: something is, and this user cannot install it: the line to run
# is printed. SUREFOOT_NO_BOOTSTRAP=1 skips everything (another distribution, packages looked after by hand).
set -euo pipefail

base=(build-essential g++ clang cmake ninja-build ccache pkg-config python3
  libfmt-dev libcli11-dev libspdlog-dev libexpected-dev nlohmann-json3-dev libsimdjson-dev libtinyobjloader-dev libtinygltf-dev libxxhash-dev
  libzstd-dev libcpp-httplib-dev libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev libbullet-dev libmpfr-dev)
lint=(clang-format clang-tidy)
wasm=(emscripten)
web=(emscripten chromium)
# Node of another origin brings its own npm, which Debian's would clash with.
command -v node > /dev/null || web+=(nodejs)
command -v npm > /dev/null || web+=(npm)
fuzz=(libclang-rt-14-dev)
bindings=(python3-dev pybind11-dev python3-numpy python3-pytest mono-mcs mono-runtime libmono-system-numerics4.0-cil)

wanted=("${base[@]}")
for arg in "$@"; do
  case $arg in
    --lint) wanted+=("${lint[@]}") ;;
    --wasm) wanted+=("${wasm[@]}") ;;
    --web) wanted+=("${web[@]}") ;;
    --fuzz) wanted+=("${fuzz[@]}") ;;
    --bindings) wanted+=("${bindings[@]}") ;;
    --all) wanted+=("${lint[@]}" "${wasm[@]}" "${web[@]}" "${fuzz[@]}" "${bindings[@]}") ;;
    *)
      echo "bootstrap.sh: unknown option $arg (--lint, --wasm, --web, --fuzz, --bindings, --all)" >&2
      exit 2
      ;;
  esac
done

if [ -n "${SUREFOOT_NO_BOOTSTRAP:-}" ]; then exit 0; fi

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  echo "bootstrap.sh: this is no Debian system. Install what these packages hold and set SUREFOOT_NO_BOOTSTRAP=1:" >&2
  echo "  ${wanted[*]}" >&2
  exit 2
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2> /dev/null || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package installed" <<< "$installed" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  # sudo may ask for a password where there is someone to ask.
  if command -v sudo > /dev/null && { [ -t 0 ] || sudo -n true 2> /dev/null; }; then
    as_root=(sudo)
  else
    echo "bootstrap.sh: packages are missing, and only root can install them. Run:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
fi

echo "bootstrap: installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" > /dev/null
