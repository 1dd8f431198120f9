#!/usr/bin/env bash
# The JavaScript package.
#
#   scripts/js.sh build    the WebAssembly module, into bindings/js/dist
#   scripts/js.sh test     the same, then its tests in Node
#   scripts/js.sh pack     the same, then surefoot-VERSION.tgz in build/js
#   scripts/js.sh surefoot_view    the viewer's engine alone, into build/js (scripts/web.sh)
#
# Exit 77: Emscripten or Node is not there.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for tool in emcmake node; do
  if ! command -v $tool > /dev/null; then
    echo "SKIPPED: $tool is not there (scripts/bootstrap.sh --wasm)"
    exit 77
  fi
done
# Debian's Emscripten looks for its own JavaScript packages there.
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}

configure_module() {
  configure_with=(emcmake cmake --log-level=WARNING -S bindings/js -B build/js -G Ninja)
  if command -v ccache > /dev/null; then
    export CCACHE_BASEDIR=$root
    configure_with+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  [ -f build/js/build.ninja ] || "${configure_with[@]}" > build/js.log 2>&1 || {
    cat build/js.log
    die "cannot configure the WebAssembly build"
  }
}

build_module() {
  configure_module
  cmake --build build/js -j "$jobs"
  mkdir -p bindings/js/dist
  cp build/js/surefoot-engine.mjs build/js/surefoot-engine.wasm bindings/js/dist/
  cp LICENSE bindings/js/LICENSE
}

mkdir -p build
if [ "${1:-build}" = surefoot_view ]; then
  configure_module
  cmake --build build/js -j "$jobs" --target surefoot_view
  exit 0
fi
build_module
case ${1:-build} in
  build) ;;
  test) (cd bindings/js && node --test test/) ;;
  pack) (cd bindings/js && npm pack --pack-destination "$root/build/js") ;;
  *) die "unknown command $1 (build, test, pack)" 2 ;;
esac
