#!/usr/bin/env bash
# Builds the benchmark in preset `release` and runs it.
#
#   scripts/bench.sh                                        every row; also as build/bench/results.csv, and what size
#                                                           costs as curves in build/bench/growth.svg
#   scripts/bench.sh --seconds 5 --filter maze ...          the rows asked for; arguments of surefoot-bench
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
if [ $# -eq 0 ] && [ "$program" = surefoot-bench ]; then
  mkdir -p build/bench
  cpu=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -1)
  set -- --all --validate --plot build/bench/growth.svg --csv build/bench/results.csv \
    --note "$(date +%F), commit $(git rev-parse --short HEAD 2> /dev/null || echo none), ${cpu:-unknown processor}"
fi
"build/release/bin/$program" "$@"
