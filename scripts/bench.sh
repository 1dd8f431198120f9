#!/usr/bin/env bash
# Builds the benchmark in preset `release` and runs it.
#
#   scripts/bench.sh [--seconds 5 --filter maze ...]        the standing rows; arguments of surefoot-bench
#   scripts/bench.sh --micro [--benchmark_filter=stairs]    the small ones; arguments of Google Benchmark
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh
configure --preset release -DSUREFOOT_BENCH=ON
program=surefoot-bench
if [ "${1:-}" = --micro ]; then
  program=surefoot-micro-bench
  shift
fi
build build/release "$program"
"build/release/bin/$program" "$@"
