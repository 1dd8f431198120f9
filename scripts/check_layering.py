#!/usr/bin/python3
"""Checks the arrows of docs/architecture.md and the banned calls of docs/determinism.md.

    scripts/check_layering.py              the repository this script lies in
    scripts/check_layering.py --self-test  the script itself, on small cases

Prints `file:line: what is wrong` for each finding; exit 1 if there is one. A line that has a good reason to use
a banned call says so in a comment on that line or the line above it: `// determinism: <why no result depends
on it>`. Nothing excuses an include against the arrows.
"""

import pathlib
import re
import sys

# Room -> rooms it may include, besides itself.
ARROWS = {
    "core": [],
    "shape": ["core"],
    "world": ["core", "shape"],
    "motion": ["core", "shape", "world"],
    "body": ["core", "shape", "world", "motion"],
    "session": ["core", "shape", "world", "motion", "body"],
}
SOLVER = list(ARROWS)
ARROWS["io"] = list(SOLVER)
ARROWS["trace"] = list(SOLVER)
ARROWS["scenario"] = SOLVER + ["io", "trace"]
DOORS = ["cli", "capi", "web"]
for _door in DOORS:
    ARROWS[_door] = SOLVER + ["io", "trace", "scenario"]
# include/surefoot/: the public headers show the library's own types and stop below `scenario`.
PUBLIC = "surefoot"
ARROWS[PUBLIC] = SOLVER + ["io", "trace"]

# Folders of the repository with C++ in them -> first parts their includes may have. `src` is by room, above.
LIBRARY = SOLVER + ["io", "trace", "scenario"]
OUTSIDE = {
    "tests": LIBRARY + DOORS + [PUBLIC, "bench", "support", "tests"],
    "bench": LIBRARY + [PUBLIC, "bench"],
    "fuzz": LIBRARY + ["capi", PUBLIC, "fuzz"],
    "examples": [PUBLIC],
    "web": LIBRARY + ["web", PUBLIC],
    "bindings": ["capi", PUBLIC],
    "scripts": LIBRARY,
}

SUFFIXES = {".cpp", ".hpp", ".h", ".ipp", ".def"}

_LIBM = (
    "sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|sincos|exp|exp2|expm1|log|log2|log10|log1p"
    "|pow|cbrt|hypot|fmod|remainder|remquo|erf|erfc|tgamma|lgamma"
)
_FMA = "fma|fmaf|fmal"

# (pattern, message) over code without comments and string literals, in the rooms of the solver.
BANNED = [
    (re.compile(rf"\bstd::(?:{_LIBM})[fl]?\b(?!::)"), "libm call: use core/det_math.hpp"),
    # Unqualified or global: `det::sin(`, `x.pow(` and the like are ours.
    (re.compile(rf"(?:(?<![\w:.>])|(?<![\w>])::)(?:{_LIBM})[fl]?\s*\("), "libm call: use core/det_math.hpp"),
    (re.compile(rf"\b__builtin_(?:{_LIBM}|{_FMA})[fl]?\b"), "libm or fma builtin: use core/det_math.hpp"),
    (re.compile(rf"(?<![\w.])(?:std::)?(?:{_FMA})\s*\("), "fused multiply-add: rounds once where the spec rounds twice"),
    (re.compile(r"\bstd::(?:lerp|midpoint)\b"), "its operations are the library's choice: write the formula"),
    (re.compile(r"\blong\s+double\b"), "long double: its width is the platform's choice"),
    (re.compile(r"\bstd::hash\b"), "std::hash: its values are the library's choice"),
    (re.compile(r"#\s*include\s*<random>|\bstd::(?:mt19937\w*|random_device|\w+_distribution)\b|(?<![\w:.>])s?rand\s*\("),
     "random numbers: distributions are the library's choice"),
    (re.compile(r"\bstd::(?:reduce|transform_reduce)\b|\bstd::execution\b|#\s*include\s*<execution>"),
     "reduction in no stated order: write the loop"),
    # Whole values compared with < are fine: equal ones cannot be told apart.
    (re.compile(r"\bstd::(?:ranges::)?(?:sort|nth_element|partial_sort)\b"
                r"(?!\s*\(\s*[\w.]+\.begin\(\),\s*[\w.]+\.end\(\)\s*\))"),
     "equal keys come out in the library's order: std::stable_sort, or state in `// determinism:` why keys differ"),
    (re.compile(r"\bstd::(?:unordered_)?(?:multi)?(?:map|set)\s*<\s*(?:const\s+)?[\w:]+(?:\s+const)?\s*\*"),
     "container keyed by a pointer: its order is the allocator's choice"),
    (re.compile(r"\bstd::less\s*<[^<>]*\*"), "order of pointers is the allocator's choice"),
    (re.compile(r"_clock::now\b|(?<![\w:.>])(?:std::)?(?:time|clock)\s*\(\s*(?:NULL|nullptr|0)?\s*\)"),
     "a clock: time enters the solver as an argument only"),
    (re.compile(r"#\s*pragma\s+(?:GCC\s+optimize|STDC\s+FP_CONTRACT|clang\s+fp\b|float_control)|__attribute__\s*\(\(\s*optimize"),
     "changes floating-point rules for a part of a file"),
]
# Where det_math itself is defined, its names stand unqualified.
_DET_MATH = re.compile(r"core/(?:det_\w+|double_double)\.[ch]pp$")

_BAD_FLAGS = re.compile(
    r"-ffast-math|-Ofast\b|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only"
    r"|-fno-signed-zeros|-ffp-contract=(?:fast|on)\b|-mfma\b|-march=native\b|-mfpmath=387|-m(?:no-sse2?|80387)\b"
)

_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]*)"|<([^>]*)>)')
_UNORDERED = re.compile(r"\bstd::unordered_\w+\s*<[^;{}()]*>\s*&?\s*(\w+)")
_LOOPS = re.compile(r"\bfor\s*\([^;()]*:\s*\*?(?:[\w.]+(?:->|\.))?(\w+)\s*\)|\b(\w+)\s*\.\s*c?begin\s*\(")
_EXCUSE = re.compile(r"//\s*determinism:\s*\S")

_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^()\\ ]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def strip(text, keep_strings):
    """Blanks comments, and string literals unless kept; line breaks stay."""

    def blank(match):
        token = match.group(0)
        if token.startswith("//") or token.startswith("/*"):
            return "".join(c if c == "\n" else " " for c in token)
        if keep_strings:
            return token
        if token.startswith("'"):
            # A digit separator (1'000'000) is no literal, and blanking it does no harm.
            return "'" + " " * (len(token) - 2) + "'"
        return '"' + "".join(c if c == "\n" else " " for c in token[1:-1]) + '"'

    return _TOKEN.sub(blank, text)


def room_of(path):
    """('src', room) for src/ROOM/… and include/surefoot/…, (folder, '') elsewhere; None: not ours to check."""
    parts = path.split("/")
    if parts[0] == "src":
        return ("src", parts[1] if len(parts) > 2 else "")
    if parts[0] == "include":
        return ("src", parts[1] if len(parts) > 2 else "")
    if parts[0] in OUTSIDE:
        return (parts[0], "")
    return None


def check_includes(path, text, exists):
    where = room_of(path)
    if where is None:
        return
    folder, room = where
    if folder == "src":
        if room not in ARROWS:
            yield 1, f"'{room or path}' is no room of docs/architecture.md (the table is in scripts/check_layering.py)"
            return
        allowed = ARROWS[room] + [room]
        if room in DOORS:
            allowed.append(PUBLIC)
        name = f"room '{room}'" if room != PUBLIC else "a public header"
    else:
        allowed = OUTSIDE[folder]
        name = f"'{folder}/'"
    for number, line in enumerate(strip(text, keep_strings=True).split("\n"), 1):
        match = _INCLUDE.match(line)
        if not match:
            continue
        quoted, angled = match.groups()
        target = quoted if quoted is not None else angled
        first = target.split("/")[0] if "/" in target else ""
        if quoted is None:
            # <surefoot/…> is how users write it; <core/…> would hide an include from this check.
            if first not in ARROWS or not exists(target):
                continue
            if first != PUBLIC:
                yield number, f"<{target}>: write includes of the project's rooms in quotes"
        if not first and folder != "src" and exists(path.rsplit("/", 1)[0] + "/" + target):
            continue  # beside the file, outside the library
        if not first or first in (".", ".."):
            yield number, f'"{target}": an include starts with its room ("core/vec3.hpp")'
        elif first not in ARROWS and first not in OUTSIDE.get(folder, []):
            yield number, f'"{target}": \'{first}\' is no room; write headers of other projects in <>'
        elif first not in allowed:
            yield number, f'"{target}": {name} may not include {first if first != PUBLIC else "public headers"}' + (
                f" (it may include {', '.join(a for a in allowed if a != room) or 'no other room'})")
        elif not exists(target):
            yield number, f'"{target}": no such file'


def check_banned(path, text, companion=""):
    """`companion`: the header of a source file, for the names of its unordered members."""
    where = room_of(path)
    if where is None or where[0] != "src" or where[1] not in SOLVER:
        return
    code = strip(text, keep_strings=False).split("\n")
    raw = text.split("\n")

    def excused(number):
        return any(_EXCUSE.search(raw[i]) for i in (number - 1, number - 2) if i >= 0)

    unordered = set(_UNORDERED.findall("\n".join(code)))
    unordered |= set(_UNORDERED.findall(strip(companion, keep_strings=False)))
    for number, line in enumerate(code, 1):
        found = []
        for i, (pattern, message) in enumerate(BANNED):
            if i == 1 and _DET_MATH.search(path):
                continue
            if pattern.search(line) and message not in found:
                found.append(message)
        for match in _LOOPS.finditer(line):
            if (match.group(1) or match.group(2)) in unordered:
                found.append("walks an unordered container: its order is the library's choice")
        if found and not excused(number):
            for message in found:
                yield number, message


def check_flags(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        line = line.split("#")[0] if not path.endswith(".json") else line
        match = _BAD_FLAGS.search(line)
        if match:
            yield number, f"{match.group(0)}: changes results (docs/determinism.md)"


def check_tree(root):
    findings = []

    def exists(target):
        for base in ("src", "include", "tests", ""):
            if (root / base / target).is_file():
                return True
        return False

    def read(path):
        return path.read_text(encoding="utf-8", errors="replace")

    folders = ["src", "include"] + list(OUTSIDE)
    files = sorted(p for f in folders for p in (root / f).rglob("*")
                   if p.suffix in SUFFIXES and p.is_file() and "node_modules" not in p.parts)
    for file in files:
        path = file.relative_to(root).as_posix()
        text = read(file)
        companion = file.with_suffix(".hpp")
        more = read(companion) if companion != file and companion.is_file() else ""
        for number, message in check_includes(path, text, exists):
            findings.append(f"{path}:{number}: {message}")
        for number, message in check_banned(path, text, more):
            findings.append(f"{path}:{number}: {message}")
    flag_files = [p for p in root.rglob("CMakeLists.txt") if "build" not in p.relative_to(root).parts]
    flag_files += list((root / "cmake").glob("*.cmake")) + [root / "CMakePresets.json", root / "Makefile"]
    for file in sorted(p for p in flag_files if p.is_file() and "node_modules" not in p.parts):
        path = file.relative_to(root).as_posix()
        for number, message in check_flags(path, read(file)):
            findings.append(f"{path}:{number}: {message}")
    return findings, len(files)


def self_test():
    known = {"core/vec3.hpp", "shape/bsp.hpp", "world/world.hpp", "motion/resolve.hpp", "motion/edge.ipp", "io/json.hpp",
             "trace/tree.hpp", "scenario/run.hpp", "session/session.hpp", "support/bits.hpp", "surefoot/surefoot.h",
             "cli/table.hpp", "core/rules.def", "tests/core/cases.hpp"}
    include_cases = [
        ("src/motion/edge.cpp", '#include "core/vec3.hpp"\n#include "motion/edge.ipp"', []),
        ("src/core/vec3.cpp", '#include "core/vec3.hpp"\n\n#include "shape/bsp.hpp"', [3]),
        ("src/shape/bsp.cpp", '#include "world/world.hpp"', [1]),
        ("src/io/json.cpp", '#include "session/session.hpp"\n#include "trace/tree.hpp"', [2]),
        ("src/trace/tree.cpp", '#include "io/json.hpp"', [1]),
        ("src/scenario/run.cpp", '#include "io/json.hpp"\n#include "trace/tree.hpp"', []),
        ("src/scenario/run.cpp", '#include "cli/table.hpp"', [1]),
        ("src/cli/main.cpp", '#include "scenario/run.hpp"\n#include <CLI/CLI.hpp>', []),
        ("src/capi/c.cpp", '#include "surefoot/surefoot.h"\n#include "cli/table.hpp"', [2]),
        ("src/motion/a.cpp", '#include "surefoot/surefoot.h"', [1]),
        ("src/core/a.cpp", "#include <motion/resolve.hpp>", [1, 1]),
        ("src/core/a.cpp", '#include "vec3.hpp"', [1]),
        ("src/core/a.cpp", '#include "../shape/bsp.hpp"', [1]),
        ("src/core/a.cpp", '#include "fmt/format.h"\n#include <fmt/format.h>', [1]),
        ("src/core/a.cpp", '#include "core/gone.hpp"', [1]),
        ("src/core/a.cpp", '// #include "shape/bsp.hpp"\n/* \n#include "shape/bsp.hpp"\n*/', []),
        ("src/physics/a.cpp", '#include "core/vec3.hpp"', [1]),
        ("src/stray.cpp", '#include "core/vec3.hpp"', [1]),
        ("include/surefoot/surefoot.hpp", '#include "session/session.hpp"\n#include "scenario/run.hpp"', [2]),
        ("tests/core/a_test.cpp", '#include "support/bits.hpp"\n#include "cli/table.hpp"', []),
        ("tests/core/a_test.cpp", '#include "cases.hpp"\n#include "gone.hpp"', [2]),
        ("examples/a.cpp", '#include <surefoot/surefoot.h>\n#include "core/vec3.hpp"', [2]),
        ("docs/a.cpp", '#include "nothing"', []),
    ]
    banned_cases = [
        ("src/core/a.cpp", "float s = std::sin(x);", [1]),
        ("src/core/a.cpp", "double s = det::sin(x) + std::sqrt(y) + std::floor(z);", []),
        ("src/core/det_math.hpp", "double sin(double x);", []),
        ("src/core/det_math.cpp", "return std::sin(x);", [1]),
        ("src/core/a.cpp", "float s = sinf(x);\nfloat t = ::powf(x, y);", [1, 2]),
        ("src/core/a.cpp", "v.pow(2); a->log(x); my_pow(x); cosine(x);", []),
        ("src/core/a.cpp", 'say("std::sin(x)"); // std::sin(x)', []),
        ("src/core/a.cpp", "/* long double\n std::hash */ int x;", []),
        ("src/core/a.cpp", "auto n = 1'000'000; long double y;", [1]),
        ("src/io/a.cpp", "std::hash<int> h; std::pow(x, y);", []),
        ("src/world/a.cpp", "std::unordered_map<int, A> cells_;\nfor (const auto& c : cells_) f(c);", [2]),
        ("src/world/a.cpp", "std::unordered_map<int, A> cells_;\nfor (const auto& c : ordered_) f(cells_.at(c));", []),
        ("src/world/a.cpp", "std::unordered_set<int> s;\nstd::vector<int> v(s.begin(), s.end());", [2]),
        ("src/world/a.cpp", "std::set<const PhysicsObject*> seen;", [1]),
        ("src/world/a.cpp", "std::sort(a.begin(), a.end(), by_x);\nstd::sort(a.begin(), a.end());", [1]),
        ("src/world/a.cpp", "// determinism: ids are unique\nstd::sort(a, b, by_id);\nstd::sort(b, c, by_x);", [3]),
        ("src/body/a.cpp", "#include <random>\nstd::mt19937 g;", [1, 2]),
        ("src/body/a.cpp", "auto t = std::chrono::steady_clock::now();", [1]),
        ("src/body/a.cpp", "body.time(); double time(int quantum);", []),
        ("src/motion/a.ipp", "x = std::fma(a, b, c); y = __builtin_fmaf(a, b, c);", [1, 1]),
        ("src/motion/a.ipp", "#pragma GCC optimize(\"O3\")", [1]),
        ("tests/core/a_test.cpp", "EXPECT_EQ(std::sin(x), y);", []),
    ]
    flag_cases = [
        ("CMakeLists.txt", "target_compile_options(a -ffp-contract=off -fno-fast-math)", []),
        ("CMakeLists.txt", "set(X -O3)\nadd_compile_options(-ffast-math)", [2]),
        ("CMakeLists.txt", "# never -ffast-math", []),
        ("CMakePresets.json", '"CMAKE_CXX_FLAGS": "-O2 -march=native"', [1]),
        ("cmake/a.cmake", "-ffp-contract=on", [1]),
    ]
    failures = 0

    def compare(kind, path, text, got, expected):
        nonlocal failures
        if [n for n, _ in got] != expected:
            failures += 1
            print(f"self-test, {kind}, {path}:\n{text}\n  expected lines {expected}, got {got}", file=sys.stderr)

    for path, text, expected in include_cases:
        compare("includes", path, text, list(check_includes(path, text, known.__contains__)), expected)
    for path, text, expected in banned_cases:
        compare("banned", path, text, list(check_banned(path, text)), expected)
    companion = "struct A { std::unordered_map<int, int> index_; };"
    compare("banned", "src/world/a.cpp", companion,
            list(check_banned("src/world/a.cpp", "for (auto& x : index_) f(x);", companion)), [1])
    for path, text, expected in flag_cases:
        compare("flags", path, text, list(check_flags(path, text)), expected)
    total = len(include_cases) + len(banned_cases) + 1 + len(flag_cases)
    print(f"check_layering self-test: {total - failures} of {total} cases pass")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    findings, count = check_tree(pathlib.Path(__file__).resolve().parent.parent)
    for finding in findings:
        print(finding)
    if findings:
        print(f"check_layering: {len(findings)} findings in {count} files", file=sys.stderr)
        return 1
    print(f"check_layering: {count} files follow the arrows")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
