#!/usr/bin/env bash
# What `make test` does: build, run every test, then say which arms the tests reached, what was skipped and why,
# and last ctest's own verdict once more.
#
#   scripts/test.sh [PRESET]     default: release
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${1:-release}
dir=build/$preset

scripts/bootstrap.sh
configure --preset "$preset"
build "$dir"

# The page is tested where it can be built; where it cannot, its tests say that they were skipped.
if [ "$preset" = release ]; then
  say "the viewer's page"
  scripts/bootstrap.sh --web || echo "its tests will be skipped"
  scripts/web.sh || [ $? -eq 2 ] || die "the page does not build"
fi

# What an earlier run left is no evidence.
rm -rf "$dir/arms" "$dir/ctest-summary.txt"
mkdir -p "$dir/arms"

say "tests (everything they print: $dir/ctest.log)"
status=0
ctest --test-dir "$dir" -j "$jobs" --output-on-failure --no-tests=error --output-junit ctest.xml \
  --test-output-size-passed 65536 > "$dir/ctest.log" 2>&1 || status=$?
# Passing tests are two lines each, thousands in all; skipped ones come below with their reasons. Whatever else
# ctest says is shown.
grep -vE '^ *(Start +[0-9]+: |[0-9]+/[0-9]+ Test +#[0-9]+: .*( Passed |\*\*\*Skipped) +[0-9.]+ sec$)|^Internal ctest ' "$dir/ctest.log" |
  sed '/^The following tests did not run:/,/^$/d' || true

say "arms of the solver that no test reached"
"$dir/bin/surefoot" rules --missing --arms "$dir/arms" || status=$((status ? status : $?))

say "skipped"
"$python" scripts/list_skipped.py "$dir/ctest.xml" | sed "s,$root/,,g"

say "verdict"
sed -n '/tests passed, [0-9]* tests failed out of [0-9]*/,$p' "$dir/ctest.log" |
  sed '/^The following tests did not run:/,/^$/d' | grep . | tee "$dir/ctest-summary.txt"
exit "$status"
