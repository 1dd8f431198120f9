#!/usr/bin/env bash
# Builds the benchmark in preset `release` and runs it. Arguments go to Google Benchmark.
#
#   scripts/bench.sh [--benchmark_filter=stairs ...]
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh
configure --preset release -DSUREFOOT_BENCH=ON
build build/release surefoot-bench
build/release/bin/surefoot-bench "$@"
