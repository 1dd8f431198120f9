#!/usr/bin/python3
"""Prints the translation units clang-tidy has to read so that each changed file is seen.

    scripts/tidy_units.py COMPILE_COMMANDS.JSON < changed files, one a line

A changed source is its own unit. A changed header is seen through one unit that includes it, directly or not:
its namesake if there is one, else a unit that is read anyway, else the first. Headers no unit includes are named
on stderr. Fewest units win, since each takes seconds.
"""

import json
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    commands = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    # C sources are left out: the checks are about C++.
    units = {pathlib.Path(c["directory"], c["file"]).resolve() for c in commands if not c["file"].endswith(".c")}
    units = sorted(u.relative_to(root).as_posix() for u in units if u.is_relative_to(root))

    reach = {}

    def includes(path):
        """Files below `path`, itself included."""
        if path in reach:
            return reach[path]
        reach[path] = found = {path}
        try:
            text = (root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return found
        for name in INCLUDE.findall(text):
            for base in ("src", "include", "tests", ".", pathlib.PurePosixPath(path).parent):
                target = (root / base / name)
                if target.is_file():
                    found |= includes(target.relative_to(root).as_posix())
                    break
        return found

    changed = [line.strip() for line in sys.stdin if line.strip()]
    chosen = [f for f in changed if f in units]
    for header in changed:
        if header in units or not header.endswith((".hpp", ".h", ".ipp", ".def")):
            continue
        if any(header in includes(unit) for unit in chosen):
            continue
        seers = [u for u in units if header in includes(u)]
        if not seers:
            print(f"tidy_units: no unit includes {header}", file=sys.stderr)
            continue
        stem = pathlib.PurePosixPath(header).stem
        chosen.append(next((u for u in seers if pathlib.PurePosixPath(u).stem == stem), seers[0]))
    print("\n".join(chosen))


if __name__ == "__main__":
    main()
