#!/usr/bin/env bash
# run_tests.sh LIST: `npm test` over the module, brought up to date; hashes go to LIST. Exit 77: no module, no
# Emscripten or no Node.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rm -f "$1"
# A first build takes minutes: whoever wants it asks for it, and CI does.
if [ ! -f "$here/dist/surefoot-engine.wasm" ]; then
  echo "SKIPPED: the WebAssembly module is not built (make js)"
  exit 77
fi
mkdir -p "$(dirname "$1")"
SUREFOOT_HASHES=$1 "$here/../../scripts/js.sh" test
