#!/usr/bin/env bash
# Runs tests of the page in Chromium; ctest calls it. Exit 77 with the reason where it cannot be run.
#
#   scripts/web_test.sh FILE...      below web/tests/
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

skip() {
  echo "SKIPPED: $1"
  exit 77
}
command -v node > /dev/null || skip "node is missing (scripts/bootstrap.sh --web installs it)"
[ -f build/release/share/surefoot/web/index.html ] || skip "the page is not built (make web)"
[ -d web/node_modules/playwright-core ] || skip "playwright-core is not installed (make web)"
node web/tests/has_browser.mjs || skip "there is no Chromium (scripts/bootstrap.sh --web installs Debian's)"

files=()
for name in "$@"; do files+=("web/tests/$name"); done
exec node --test --test-concurrency=1 "${files[@]}"
