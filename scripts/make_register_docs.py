#!/usr/bin/python3
"""Writes rules.md and divergences.md from what `surefoot rules --json` and `surefoot divergences --json` print.

    scripts/make_register_docs.py RULES.JSON DIVERGENCES.JSONL FOLDER

Called by scripts/docs.sh.
"""

import itertools
import json
import pathlib
import sys

LAYERS = {
    "shape": "Geometry (`src/shape/`)",
    "world": "Cells and terrain (`src/world/`)",
    "motion": "The solver (`src/motion/`)",
    "body": "The body (`src/body/`)",
}


def cell(text):
    return str(text).replace("|", "\\|")


def rules_page(rules):
    arms = rules["list"]
    out = [
        "# The rules",
        "",
        "Written by `make docs` from `src/core/rules.def`; edit that file, not this one.",
        "",
        f"{rules['arms']} arms, {rules['unreachable']} of them unreachable. An arm is one way through a function of the "
        "client; `surefoot explain` names them, and `make test` reports which ones the tests reached. Addresses are "
        "those of the client build described in [architecture.md](architecture.md#where-the-rules-come-from); a "
        "function without one is folded into its caller there. *Spec* is chapter and section of the behaviour "
        "specification.",
    ]
    for layer in sorted({arm["layer"] for arm in arms}, key=lambda name: list(LAYERS).index(name)):
        of_layer = [arm for arm in arms if arm["layer"] == layer]
        out += ["", f"## {LAYERS[layer]}"]
        for (function, address, spec), group in itertools.groupby(
                of_layer, key=lambda arm: (arm["function"], arm["address"], arm["spec"])):
            where = "" if int(address, 16) == 0 else f" {address}"
            out += ["", f"### `{function}`{where}, spec {spec}", "", "| arm | taken when |", "|---|---|"]
            out += [f"| `{arm['id']}` | {cell(arm['meaning'])} |" for arm in group]
    return "\n".join(out) + "\n"


def divergences_page(rows):
    out = [
        "# Divergences",
        "",
        "Written by `make docs` from `src/core/divergences.def`; edit that file, not this one.",
        "",
        f"{len(rows)} documented deviations of ports of the client's solver. Each is a switch: "
        "`--profile ID[,ID…]` turns it on, an empty profile is retail. *Label* is the name the deviation goes by in "
        "reports, where it has one. `(04 §6.3)` is chapter and section of the behaviour specification. A profile is a list of "
        "them: `gdle` is held against the port's own trajectories in [profile-gdle.md](profile-gdle.md). Deviations that have "
        "no switch, and switches that no scenario shows, are in [divergences-left-out.md](divergences-left-out.md).",
    ]
    for row in rows:
        label = f" ({row['label']})" if row["label"] else ""
        ports = ", ".join(row["ports"])
        out += [
            "",
            f"## `{row['id']}`{label}",
            "",
            "| | |",
            "|---|---|",
            f"| ports | {cell(ports)} |",
            f"| retail | {cell(row['retail'])} |",
            f"| the port | {cell(row['port'])} |",
            f"| seen as | {cell(row['symptom'])} |",
        ]
        if row["profiles"]:
            out.append("| profiles | " + ", ".join(f"`{name}`" for name in row["profiles"]) + " |")
        if row["scenario"]:
            out.append(f"| scenario | [`{cell(row['scenario'])}`](../worlds/{row['scenario']}) |")
    return "\n".join(out) + "\n"


def main():
    rules = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    lines = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
    folder = pathlib.Path(sys.argv[3])
    (folder / "rules.md").write_text(rules_page(rules), encoding="utf-8")
    (folder / "divergences.md").write_text(divergences_page([json.loads(line) for line in lines]), encoding="utf-8")


if __name__ == "__main__":
    main()
