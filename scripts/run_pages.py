#!/usr/bin/python3
"""Runs the commands shown in the documentation and holds the pages to what they print.

    scripts/run_pages.py TOOL FOLDER [--check]

A block

    ```console
    $ surefoot explain worlds/stairs-up.scenario.json | tail -1
    It wanted to go 10 cm and did.
    ```

holds one command and its output; it runs in FOLDER through a shell, with `surefoot` being TOOL. Without --check the
output in the page is replaced by what the command prints now, and files it writes are kept; with --check pages are left
alone, files go to a place of their own, and the first page or file that would change is shown. Called by
scripts/docs.sh.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n\$ (?P<command>[^\n]*)\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"--plot (?P<file>\S+\.svg)")


class Wrong(Exception):
    """A page that does not say what is so."""


def show_difference(name, old, new):
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name} (page)", f"{name} (now)", lineterm="")
    return "\n".join(list(lines)[:30])


class Runner:
    def __init__(self, tool, root, check):
        self.tool = pathlib.Path(tool).resolve()
        self.root = root
        self.check = check
        self.commands = 0
        self.pictures = 0

    def run(self, command, page):
        env = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8", PATH=f"{self.tool.parent}:{os.environ['PATH']}")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.root, env=env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
        # 1 is an expectation that failed, which a page may want to show; `head` ends a pipe early.
        if done.returncode not in (0, 1, 141):
            raise Wrong(f"{page}: `{command}` exits with {done.returncode}:\n{done.stdout[:2000]}")
        self.commands += 1
        return done.stdout

    def pictured(self, command, page):
        """Runs a command that writes a picture: into the folder, or, checking, beside it."""
        match = PICTURE.search(command)
        if match is None:
            return self.run(command, page)
        self.pictures += 1
        picture = self.root / match["file"]
        if not self.check:
            picture.parent.mkdir(parents=True, exist_ok=True)
            return self.run(command, page)
        with tempfile.TemporaryDirectory() as folder:
            new = pathlib.Path(folder) / picture.name
            output = self.run(command.replace(match["file"], str(new)), page)
            if not picture.exists() or picture.read_bytes() != new.read_bytes():
                raise Wrong(f"{match['file']} is not the picture that `{command}` draws now: make docs")
        return output

    def page(self, path):
        text = path.read_text(encoding="utf-8")
        name = str(path.relative_to(self.root))

        def replace(match):
            output = self.pictured(match["command"], name)
            if output and not output.endswith("\n"):
                output += "\n"
            return f"```console\n$ {match['command']}\n{output}```"

        new = BLOCK.sub(replace, text)
        if new == text:
            return
        if self.check:
            raise Wrong(f"{name} does not show what its commands print now: make docs\n{show_difference(name, text, new)}")
        path.write_text(new, encoding="utf-8")


def main():
    check = "--check" in sys.argv[3:]
    runner = Runner(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), check)
    pages = [runner.root / "README.md", *sorted((runner.root / "docs").glob("*.md"))]
    try:
        for path in pages:
            runner.page(path)
    except Wrong as wrong:
        sys.exit(str(wrong))
    done = "say what they print" if check else "written anew"
    print(f"{runner.commands} commands in the pages, {runner.pictures} pictures: {done}")


if __name__ == "__main__":
    main()
