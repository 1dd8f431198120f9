#!/usr/bin/env bash
# run_tests.sh LIBRARY_DIR WORK_DIR LIST TOOL: builds with Debian's mono and runs tests and example against libsurefoot.so; hashes go to LIST.
# Exit 77: no mono.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
for tool in mcs mono; do
  if ! command -v $tool > /dev/null; then
    echo "SKIPPED: $tool is not there (mono-mcs, mono-runtime, libmono-system-numerics4.0-cil)"
    exit 77
  fi
done
mkdir -p "$2" "$(dirname "$3")"
rm -f "$3"
build() { mcs -nologo -langversion:latest -warnaserror -r:System.Numerics.dll -out:"$2/$1" "${@:3}"; }
build Tests.exe "$2" "$here/Surefoot.cs" "$here/tests/Tests.cs"
build Replay.exe "$2" "$here/Surefoot.cs" "$here/example/Replay.cs"
export LD_LIBRARY_PATH=$1
status=0
mono "$2/Tests.exe" "$root" > "$2/tests.log" || status=$?
grep -vE '^[^ ]+ 0x[0-9a-f]{16}$' "$2/tests.log" || true
[ $status -eq 0 ] || exit $status
grep -E '^[^ ]+ 0x[0-9a-f]{16}$' "$2/tests.log" > "$3"

# The example counts as many equal fields as the tool does.
fixtures=${SUREFOOT_FIXTURES:-${SUREFOOT_SHARED:-$root/../shared}/fixtures}/openac
if [ ! -d "$fixtures/cellar-lip" ] || [ ! -x "$4" ]; then
  echo "the example's captures are not there: $fixtures (docs/testing.md)"
  exit 0
fi
for pair in cellar-lip:cellar-lip/wedge-records flap-doorway:cellar-ascent/doorway-threshold-capture issue98:issue98/live-capture; do
  world=$fixtures/${pair%%:*} capture=$fixtures/${pair#*:}.jsonl
  ours=$(mono "$2/Replay.exe" "$world" "$capture")
  theirs=$("$4" replay --world "$world" --json "$capture" 2> /dev/null | /usr/bin/python3 -c '
import json, sys
r = json.loads(sys.stdin.readline())
names = ["position", "cell", "is_on_ground", "collision_normal_valid"]
print("records", r["records"], "compared", r["compared"], " ".join(n + " " + str(r["fields"][n]["equal"]) for n in names))')
  echo "$(basename "$capture"): $ours"
  if [ "$ours" != "$theirs" ]; then
    echo "the tool says: $theirs"
    exit 1
  fi
done
