#!/usr/bin/env bash
# Lets clang-format rewrite every source that needs it.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh --lint
list_files '*.cpp' '*.hpp' '*.h' '*.ipp' | xargs -r clang-format -i
