#!/usr/bin/env bash
# The C tests under address and undefined-behaviour sanitizers: misuse must give a status, and touch nothing it should not.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh --fuzz
configure --preset asan -DSUREFOOT_BENCH=OFF -DSUREFOOT_CLI=OFF -DSUREFOOT_BINDINGS=OFF
build build/asan capi_scenarios capi_worlds capi_sessions capi_misuse
ctest --test-dir build/asan -R '^capi\.(scenarios|worlds|sessions|misuse)$' --output-on-failure --no-tests=error -Q -O build/asan/capi.log || {
  cat build/asan/capi.log
  exit 1
}
tail -6 build/asan/capi.log
