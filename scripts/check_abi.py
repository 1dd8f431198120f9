#!/usr/bin/python3
"""Compares docs/abi.txt with what the header declares and the shared library exports.

    scripts/check_abi.py ROOT LIBRARY             fail on any difference
    scripts/check_abi.py ROOT LIBRARY --write     write docs/abi.txt

docs/abi.txt lists the exported symbols and the sizes of the structs on a 64-bit platform, one a line. A line that goes or
changes breaks programs that are already compiled: raise SF_ABI_VERSION and say so in docs/changes.md. A new line does not.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", str(library)], check=True, capture_output=True, text=True).stdout
    return sorted(line.split()[2].split("@")[0] for line in out.splitlines() if line.split()[1] in "TWBDRV")


def declared(header):
    return sorted(set(re.findall(r"^SF_API [^;(]*?\b(sf_\w+)\(", header, re.M)))


def struct_sizes(root, header):
    names = re.findall(r"^\} (sf_\w+);", header, re.M)
    lines = "".join(f'printf("struct {n} %zu\\n", sizeof({n}));\n' for n in names)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "sizes.c")
        source.write_text(f"#include <stdio.h>\n#include <surefoot/surefoot.h>\nint main(void) {{\n{lines}return 0;\n}}\n")
        program = os.path.join(folder, "sizes")
        subprocess.run(["cc", "-std=c99", f"-I{root}/include", str(source), "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def main(arguments):
    root, library = pathlib.Path(arguments[0]), pathlib.Path(arguments[1])
    header = (root / "include/surefoot/surefoot.h").read_text(encoding="utf-8")
    symbols = [s for s in exported(library) if s != f"SUREFOOT_{1}"]
    bad = 0
    for name in sorted(set(declared(header)) - set(symbols)):
        print(f"{name} is declared in surefoot.h and not exported")
        bad = 1
    for name in sorted(set(symbols) - set(declared(header))):
        print(f"{name} is exported and not declared in surefoot.h")
        bad = 1
    version = re.search(r"#define SF_ABI_VERSION (\d+)", header).group(1)
    lines = [f"abi {version}"] + [f"call {s}" for s in symbols] + sorted(struct_sizes(root, header))
    listed = root / "docs/abi.txt"
    if "--write" in arguments:
        listed.write_text("\n".join(lines) + "\n")
        return bad
    old = listed.read_text().splitlines() if listed.is_file() else []
    for line in sorted(set(old) - set(lines)):
        print(f"- {line}")
        bad = 1
    for line in sorted(set(lines) - set(old)):
        print(f"+ {line}")
        bad = 1
    if bad:
        print("the interface is not what docs/abi.txt lists (scripts/check_abi.py says what a change means)")
    else:
        print(f"{len(symbols)} calls and {len(lines) - 1 - len(symbols)} structs as listed in docs/abi.txt")
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
