#!/usr/bin/env bash
# Installs what is missing, configures preset `release` and builds: everything, or the targets named.
#
#   scripts/build.sh [TARGET...]
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh
configure --preset release
build build/release "$@"
