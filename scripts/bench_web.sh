#!/usr/bin/env bash
# The six walks in Node: our WebAssembly beside other engines' npm packages, in one run; steps per second, ratios, our hashes.
#
#   scripts/bench_web.sh [--seconds S] [--filter TEXT]     (S for each engine of a row, default 2)
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

command -v npm > /dev/null || die "npm is not there" 2
scripts/bootstrap.sh --wasm
scripts/js.sh build
(cd bench/web && [ -d node_modules/jolt-physics ] || npm install --no-audit --no-fund --no-package-lock --silent --prefix "$root/bench/web")
exec node --expose-gc bench/web/bench.mjs "$@"
