#!/usr/bin/env python3
"""Completions of shells offer what --help describes: completion_test.py PATH_TO_THRONG"""

import os
import re
import shutil
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest

BASH = """
source ./throng.bash
while IFS= read -r line; do
  eval "COMP_WORDS=($line)"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _throng
  echo "${COMPREPLY[*]}"
done
"""
# Prints what each function would hand to _arguments, instead of completing with it.
ZSH = """
_arguments() { print -rl -- "$@" }
compdef() { : }
source ./throng.zsh
for command in "$@"; do
  print -r -- "== $command"
  name="_throng${command:+ }$command"
  ${name// /_}
done
"""


def commands_of(help_of, path=()):
    """Each command with the text of its --help-all."""
    text = help_of(path)
    yield path, text
    listed = text.partition("Subcommands:\n")[2].partition("\n\n")[0]
    for name in re.findall(r"^  (\w+)", listed, re.M):
        yield from commands_of(help_of, (*path, name))


def options_of(text):
    """The options of a help text: their names, and the words of their values."""
    for names, value, below in re.findall(
            r"^  (-\S+)(?: (\S+))?.*\n((?: {24}.*\n)*)", text, re.M):
        words = value.split("|") if value and "|" in value else []
        if value == "WORD":  # the last lines list them
            words = below.rpartition(")\n")[2].split()
        yield names.split(","), [word for word in words if word[0].islower()]


class Completion(ProgramTest):
    commands = {}  # with the text of their --help-all

    def setUp(self):
        super().setUp()
        if not self.commands:
            self.commands.update(commands_of(lambda path: self.passes(*path, "--help-all")))
        self.assertGreater(len(self.commands), 15)

    def script(self, shell):
        if not shutil.which(shell):
            self.skipTest(f"{shell} is not installed")
        self.write(f"throng.{shell}", self.passes("completion", shell))

    def run_shell(self, *command, text=""):
        nobody = {**os.environ, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        done = subprocess.run(command, cwd=self.folder, env=nobody, input=text, text=True,
                              capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def complete_in_bash(self, lines):
        self.write("complete.bash", BASH)
        offered = self.run_shell("bash", "--norc", "complete.bash", text="\n".join(lines) + "\n")
        return [set(line.split()) for line in offered.split("\n")[:-1]]

    def test_bash_offers_every_option_command_and_word(self):
        self.script("bash")
        lines, expected = [], []
        for path, text in self.commands.items():
            line = " ".join(["throng", *path])
            options = list(options_of(text))
            lines.append(line + " -")
            expected.append({name for names, _ in options for name in names})
            for names, words in options:
                if words:
                    lines.append(f"{line} {names[-1]} ")
                    expected.append(set(words))
            below = {other[-1] for other in self.commands if other and other[:-1] == path}
            if below:
                lines.append(line + " ")
                expected.append(below)
        for line, offered, wanted in zip(lines, self.complete_in_bash(lines), expected,
                                         strict=True):
            self.assertEqual(offered, wanted, line)

    def test_bash_offers_files_where_a_file_stands(self):
        self.script("bash")
        expected = {
            "throng solve small.m": {"small.map"},
            "throng solve --weights small.m": {"small.map"},
            "throng solve --csv=small.m": {"small.map"},
            "throng solve --topology=he": {"hex"},
            "throng index info small.m": {"small.map"},
            "throng experiment landmarks --maps small.map small.c": {"small.csv"},
            "throng solve --seed small.m": set(),
            "throng gen": {"generate"},
            "throng generate ma": {"maze"},
            "throng completion f": {"fish"},
        }
        lines = [line.replace("=", " = ") for line in expected]  # as bash divides words
        for line, offered in zip(lines, self.complete_in_bash(lines), strict=True):
            self.assertEqual(offered, expected[line.replace(" = ", "=")], line)

    def test_zsh_offers_every_option_and_word(self):
        self.script("zsh")
        self.write("complete.zsh", ZSH)
        self.run_shell("zsh", "-n", "throng.zsh")
        paths = [" ".join(path) for path in self.commands]
        text = self.run_shell("zsh", "-f", "complete.zsh", *paths)
        for path, block in zip(self.commands, text.split("== ")[1:], strict=True):
            for names, words in options_of(self.commands[path]):
                for name in names:
                    found = re.search(rf"^(?:\([^)]*\)|\*)?{name}=?\[(.*)$", block, re.M)
                    self.assertTrue(found, (path, name))
                    if words:
                        self.assertTrue(found[1].endswith(f":({' '.join(words)})"), found[0])

    def test_fish_offers_every_option_command_and_word(self):
        self.script("fish")
        for path, text in self.commands.items():
            line = " ".join(["throng", *path])
            options = list(options_of(text))
            long = {name for names, _ in options for name in names if name[1] == "-"}
            self.assertEqual(self.complete_in_fish(line + " --"), long, line)
        self.assertEqual(self.complete_in_fish("throng solve --topology "),
                         {"octile", "tile", "hex", "tex"})
        self.assertEqual(self.complete_in_fish("throng index "), {"build", "info", "check"})
        self.assertIn("small.map", self.complete_in_fish("throng solve small.m"))
        self.assertIn("small.map", self.complete_in_fish("throng solve --csv small.m"))

    def complete_in_fish(self, line):
        text = self.run_shell("fish", "-c", f"source throng.fish; complete -C '{line}'")
        return {offer.partition("\t")[0] for offer in text.splitlines()}

    def test_an_unknown_shell_is_bad_use(self):
        self.refuses("completion", "tcsh", about="not one of: bash zsh fish")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: completion_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
