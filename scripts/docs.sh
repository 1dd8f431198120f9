#!/usr/bin/env bash
# Writes docs/rules.md and docs/divergences.md from the tables in the code (src/core/rules.def, divergences.def),
# as the built tool prints them, and what the commands shown in the other pages print and draw.
#
#   scripts/docs.sh           write
#   scripts/docs.sh --check   fail if they are not what it would write
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tool=build/release/bin/surefoot
[ -x $tool ] || die "$tool is not built: make docs" 2
out=build/docs
mkdir -p $out
"$tool" rules --json > $out/rules.json
"$tool" divergences --json > $out/divergences.jsonl
"$python" scripts/make_register_docs.py $out/rules.json $out/divergences.jsonl $out

case ${1:-} in
  --check)
    for name in rules.md divergences.md; do
      if ! cmp -s $out/$name docs/$name; then
        diff -u docs/$name $out/$name | head -20 || true
        die "docs/$name does not say what the tables in the code say: make docs"
      fi
    done
    echo "docs/rules.md and docs/divergences.md are as the tables in the code have it"
    "$python" scripts/run_pages.py $tool . --check
    ;;
  "")
    cp $out/rules.md $out/divergences.md docs/
    "$python" scripts/run_pages.py $tool .
    ;;
  *) die "unknown option $1 (--check)" 2 ;;
esac
