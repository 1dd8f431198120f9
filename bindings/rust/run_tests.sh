#!/usr/bin/env bash
# run_tests.sh LIBRARY_DIR WORK_DIR LIST: cargo's tests against libsurefoot.so; hashes go to LIST. Exit 77: no cargo.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v cargo > /dev/null; then
  echo "SKIPPED: cargo is not there"
  exit 77
fi
export SUREFOOT_LIB_DIR=$1 LD_LIBRARY_PATH=$1 CARGO_TARGET_DIR=$2 CARGO_NET_OFFLINE=true
mkdir -p "$(dirname "$3")"
rm -f "$3"
export SUREFOOT_HASHES=$3
exec cargo test --manifest-path "$here/Cargo.toml" --quiet
