#!/usr/bin/python3
"""Writes surefoot.1 and completions for bash, zsh and fish from what the tool prints with --help.

    scripts/make_help_files.py TOOL FOLDER
"""

import pathlib
import re
import subprocess
import sys


def help_of(tool, *verb):
    text = subprocess.run([tool, *verb, "--help"], check=True, capture_output=True, text=True).stdout
    return text.replace(str(tool), "surefoot")


def verbs_of(text):
    """[(name, what it does)] of the list under "Subcommands:"; descriptions go on in indented lines."""
    found = []
    lines = iter(text[text.index("Subcommands:"):].splitlines()[1:])
    for line in lines:
        if not line.startswith("  "):
            break
        if match := re.match(r"  (\S+)\s+(.*)", line):
            found.append([match.group(1), match.group(2)])
        elif found:
            found[-1][1] += " " + line.strip()
    return found


def options_of(text):
    """[(["-h", "--help"], what it does)]"""
    found = []
    for line in text.splitlines():
        match = re.match(r"  ((?:-{1,2}[\w-]+,?)+)(?:\s+(.*))?$", line)
        if match:
            found.append([match.group(1).split(","), (match.group(2) or "").strip()])
        elif found and re.match(r"\s{8,}\S", line):
            found[-1][1] += (" " if found[-1][1] else "") + line.strip()
    # The kind of value stands before the sentence: "TEXT:{flat,graph} REQUIRED ".
    value = r"^(?:(?:TEXT|INT|UINT|FLOAT|ENUM|BOOLEAN)\b\S*(?: in (?:\[[^\]]*\]|\{[^}]*\}))?\s*)?(?:\[[^\]]*\]\s*)?(?:\.\.\.\s*)?(?:REQUIRED\s*)?"
    return [(names, re.sub(value, "", what)) for names, what in found]


def roff(text):
    return "\n".join(("\\&" + l if l.startswith((".", "'")) else l) for l in text.replace("\\", "\\e").replace("-", "\\-").splitlines())


def manual(version, top, verbs):
    out = [f'.TH SUREFOOT 1 "" "{roff(version)}" "User Commands"', ".SH NAME",
           "surefoot \\- move characters as the retail client did, and say why they stop", ".SH SYNOPSIS",
           ".B surefoot", ".I VERB", "[OPTION]...", ".SH DESCRIPTION", ".nf", roff(top), ".fi", ".SH VERBS"]
    for name, _, text in verbs:
        out += [f".SS {roff(name)}", ".nf", roff(text), ".fi"]
    return "\n".join(out) + "\n"


def bash(verbs):
    cases = "\n".join(f"    {name}) words='{' '.join(n for names, _ in opts for n in names)}' ;;" for name, _, opts in verbs)
    return f"""# bash completion of surefoot
_surefoot() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '{' '.join(v[0] for v in verbs)} --help --version' -- "$current")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    *) compopt -o default ;;
  esac
}}
complete -F _surefoot surefoot
"""


def quoted(text):
    return text.replace("'", "").replace("[", "(").replace("]", ")").replace(":", "\\:")


def zsh(verbs):
    listed = "\n".join(f"    '{name}:{quoted(what)}'" for name, what, _ in verbs)
    cases = "\n".join(f"    {name}) _arguments {' '.join(f'{chr(39)}{n}[{quoted(w)}]{chr(39)}' for names, w in opts for n in names)} '*:file:_files' ;;"
                      for name, _, opts in verbs)
    return f"""#compdef surefoot
_surefoot() {{
  local -a verbs=(
{listed}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
{cases}
  esac
}}
_surefoot "$@"
"""


def fish(verbs):
    lines = ["# fish completion of surefoot"]
    for name, what, opts in verbs:
        lines.append(f"complete -c surefoot -n __fish_use_subcommand -a {name} -d '{quoted(what)}'")
        for names, text in opts:
            flags = " ".join(("-l " + n[2:]) if n.startswith("--") else ("-s " + n[1:]) for n in names)
            lines.append(f"complete -c surefoot -n '__fish_seen_subcommand_from {name}' {flags} -d '{quoted(text)}'")
    return "\n".join(lines) + "\n"


def main(tool, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    top = help_of(tool)
    texts = [(name, what, help_of(tool, name)) for name, what in verbs_of(top)]
    options = [(name, what, options_of(text)) for name, what, text in texts]
    (folder / "surefoot.1").write_text(manual(version, top, texts))
    (folder / "surefoot.bash").write_text(bash(options))
    (folder / "_surefoot").write_text(zsh(options))
    (folder / "surefoot.fish").write_text(fish(options))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
