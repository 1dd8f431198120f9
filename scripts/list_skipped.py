#!/usr/bin/python3
"""Lists the tests a run skipped, grouped by the reason each gave.

    scripts/list_skipped.py CTEST_JUNIT.XML
"""

import re
import sys
import xml.etree.ElementTree


def reason(output):
    """What GTEST_SKIP() was told: the lines between `file:line: Skipped` and the closing mark; of scripts the line after SKIPPED."""
    if said := re.search(r"^SKIPPED: (.*)$", output, re.M):
        return said.group(1)
    match = re.search(r"^\S+:\d+: Skipped\n(.*?)\n*^\[  SKIPPED \]", output, re.S | re.M)
    return " ".join(match.group(1).split()) if match and match.group(1).strip() else ""


def main():
    groups = {}
    for case in xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"):
        if case.get("status") not in ("notrun", "disabled"):
            continue
        output = case.findtext("system-out") or ""
        skipped = case.find("skipped")
        why = reason(output) or (skipped.get("message") if skipped is not None else "") or case.get("status")
        groups.setdefault(why, []).append(case.get("name"))
    if not groups:
        print("none")
        return
    print(f"{sum(map(len, groups.values()))} tests:")
    for why, names in sorted(groups.items()):
        if len(names) == 1:
            print(f"  {names[0]}: {why}")
            continue
        print(f"  {why}")
        for name in sorted(names):
            print(f"    {name}")


if __name__ == "__main__":
    main()
