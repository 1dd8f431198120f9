#!/usr/bin/python3
"""The hash of every shipped scenario, through every door: a table, and exit 1 when two of them differ.

    table.py ROOT LISTS C_PROGRAM [TOOL]

LISTS has a file "DOOR.txt" of each door whose tests have run, with "name 0xhash" a line.
"""

import json
import pathlib
import subprocess
import sys


def read(text):
    return dict(line.split() for line in text.splitlines() if len(line.split()) == 2 and line.split()[1].startswith("0x"))


def main(root, lists, c_program, tool=""):
    root = pathlib.Path(root)
    golden = read((root / "tests/golden/scenario-hashes.txt").read_text())
    doors = {"C": read(subprocess.run([c_program, str(root)], capture_output=True, text=True).stdout)}
    if tool:
        paths = [str(root / "worlds" / f"{name}.scenario.json") for name in golden]
        out = subprocess.run([tool, "run", "--json", *paths], capture_output=True, text=True).stdout
        doors["tool"] = dict(zip(golden, (json.loads(line).get("hash", "none") for line in out.splitlines())))
    absent = []
    for door in ("python", "dotnet", "rust", "js"):
        path = pathlib.Path(lists, f"{door}.txt")
        if path.is_file():
            doors[door] = read(path.read_text())
        else:
            absent.append(door)
    width = max(map(len, golden))
    print(f"{'scenario':{width}}  {'hash':18}  {'  '.join(doors)}")
    bad = 0
    for name, expected in golden.items():
        got = [d.get(name, "none") for d in doors.values()]
        row = "  ".join(("same" if g == expected else g).ljust(len(d)) for g, d in zip(got, doors))
        print(f"{name:{width}}  {expected}  {row}")
        bad += any(g != expected for g in got)
    print(f"{len(golden)} scenarios through {len(doors)} doors ({', '.join(doors)}): {bad} differ"
          + (f"; absent here: {', '.join(absent)}" if absent else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
