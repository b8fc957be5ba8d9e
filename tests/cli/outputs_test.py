"""Outputs never destroy inputs or each other, and a signal leaves nothing behind."""

import os
import pathlib
import signal
import stat
import subprocess
import sys
import unittest

from program import SMALL_MAP, THRONG, ProgramTest

ENDING = signal.SIGINT, signal.SIGTERM, signal.SIGHUP


class Files(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("points", "0,0\n4,0\n")
        os.symlink("small.map", self.folder / "link.map")
        os.link(self.folder / "small.scen", self.folder / "hard.scen")
        (self.folder / "folder").mkdir()
        os.symlink("..", self.folder / "folder" / "up")

    def test_no_output_replaces_an_input(self):
        solve = "solve", "small.map", "small.scen"
        for name in "small.map", "./small.map", "folder/up/small.map", "link.map":
            for option in "--csv", "--json", "--paths":
                self.refuses(*solve, option, name, about="small.map, which is read")
            self.refuses("field", "small.map", "--from", "0,0", "-o", name, about="is read")
            self.refuses("simulate", "small.map", "--csv", name, about="is read")
            self.refuses("experiment", "landmarks", "--maps", "small.map", "--csv", name,
                         about="is read")
        self.write("map.png", SMALL_MAP)
        self.refuses("experiment", "areas", "--map", "map.png", "-o", "./map.png",
                     about="is read")
        self.refuses("solve", "link.map", "small.scen", "--csv", "small.map", about="is read")
        self.refuses(*solve, "--csv", "hard.scen", about="small.scen, which is read")
        self.refuses("matrix", "small.map", "points", "-o", "points", about="is read")
        self.refuses("matrix", "small.map", "points", "--to", "small.csv", "-o", "small.csv",
                     about="is read")
        self.write("small.links", "0,0,4,0,1\n")
        self.refuses(*solve, "--links", "small.links", "--json", "small.links",
                     about="is read")
        self.write("small.map.scen", "version 1\n")
        self.refuses("experiment", "landmarks", "--maps", "small.map", "--csv",
                     "small.map.scen", about="is read")

    def test_two_outputs_are_never_one_file(self):
        solve = "solve", "small.map", "small.scen"
        os.symlink("new", self.folder / "dangling")
        for other in "./new", "folder/up/new", "dangling":
            self.refuses(*solve, "--csv", "new", "--paths", other, about="both be written to")
        self.write("new", "old")
        self.refuses(*solve, "--csv", "new", "--paths", "dangling", about="both be written to")
        self.passes(*solve, "--csv", "/dev/null", "--paths", "/dev/null")

    def test_a_replaced_file_keeps_its_permissions(self):
        self.write("private", "old")
        os.chmod(self.folder / "private", 0o600)
        self.passes("solve", "small.map", "small.scen", "--csv", "private")
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "private").st_mode), 0o600)
        self.assertIn("index,sx", self.read("private"))

    def test_a_link_is_followed_also_to_a_file_that_is_yet_to_be(self):
        for target, link in ("there", "a"), ("not_yet", "b"), ("folder/not_yet", "c"):
            os.symlink(target, self.folder / link)
        self.write("there", "old")
        for link in "a", "b", "c":
            self.passes("solve", "small.map", "small.scen", "--csv", link)
            self.assertTrue((self.folder / link).is_symlink())
            self.assertIn("index,sx", self.read(link))
        os.symlink("missing/new", self.folder / "lost")
        self.refuses("solve", "small.map", "small.scen", "--csv", "lost", about="lost")

    def test_a_name_may_be_as_long_as_the_file_system_allows(self):
        name = "n" * 255
        self.passes("solve", "small.map", "small.scen", "--csv", name)
        self.assertIn("index,sx", self.read(name))

    def test_endless_files_are_refused(self):
        for path in "/dev/zero", "/dev/urandom":
            self.refuses("info", path, about=path)
            self.refuses("solve", "small.map", path, about=path)
        self.write("long.map", SMALL_MAP + "." * 10_000_000)
        self.refuses("info", "long.map", about="line 9")

    def piped(self, text, *arguments):
        """Exit code and standard error of a run that reads `text` from a pipe."""
        run = subprocess.run([*THRONG, *map(str, arguments)], cwd=self.folder,
                             input=text.encode(), capture_output=True, timeout=300, check=False)
        return run.returncode, run.stderr.decode()

    def test_standard_input_may_be_any_text_that_is_read_once(self):
        self.write("p.txt", "0,0\n4,0\n")
        self.write("w.txt", "type weights\nheight 4\nwidth 5\nweights\n" + "1 1 1 1 1\n" * 4)
        self.write("l.txt", "0,0,4,0,1\n")
        self.write("d.scen", "version 2\nheight 4\nwidth 5\ncost 1 octile\npatch d.patch\n"
                             "commands\nQ 0 0 0 4 0 4\n")
        self.write("d.patch", "type patch\npatches 0\n")
        self.passes("index", "build", "small.map", "-o", "small.index")
        for command in (
                "solve - small.scen --check", "solve small.map - --check",
                "solve small.map small.scen --weights -", "solve small.map small.scen --links -",
                "dynamic d.scen - --check", "validate - small.scen small.paths",
                "validate small.map - small.paths", "validate small.map small.scen -",
                "info -", "info small.map - --json", "field - --from 0,0 -o o",
                "matrix - p.txt -o o", "matrix small.map - -o o",
                "matrix small.map p.txt --to - -o o",
                "index build - -o o", "index check small.index - --rebuild",
                "simulate - --units 2 --frames 2 --build 1", "experiment areas --map -"):
            words = command.split()
            at = words.index("-")
            name = {"--weights": "w.txt", "--links": "l.txt", "--to": "p.txt"}.get(words[at - 1])
            if name is None:
                names = {"solve": ["small.map", "small.scen"],
                         "validate": ["small.map", "small.scen", "small.paths"],
                         "matrix": ["small.map", "p.txt"]}.get(words[0], ["small.map"] * 9)
                name = names[at - 1]
            self.assertEqual(self.piped(self.read(name), *words), (0, ""), command)

    def test_what_standard_input_cannot_be_is_an_error(self):
        self.assertEqual(self.piped("0,0,1\n", "solve", "small.map", "-"),
                         (2, "throng: /dev/stdin: line 1: expected sx,sy,gx,gy, found 3 fields\n"))
        self.assertEqual(self.piped(SMALL_MAP.replace("T", "?"), "info", "-")[0], 2)
        for command in ("validate small.map - -", "solve - -", "info - -",
                        "solve - small.scen --weights -"):
            self.refuses(*command.split(), about="only one input can be standard input")
        for command, option in (
                ("experiment throughput --maps -", "--maps"),
                ("experiment table1 --maps small.map -", "--maps"),
                ("dynamic - small.map", "SCEN"), ("index info -", "FILE"),
                ("solve small.map small.scen --index -", "--index")):
            self.refuses(*command.split(),
                         about=f"{option} cannot be standard input: name a file")


class Signals(ProgramTest):
    def signalled(self, number, *arguments):
        """Sends a signal once the program handles it; the run, with its error output."""
        with subprocess.Popen([*THRONG, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as run:
            while run.poll() is None and not is_blocked(run.pid, number):
                pass
            run.send_signal(number)
            _, errors = run.communicate(timeout=300)
        return run.returncode, errors

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc here")
    def test_a_signal_ends_long_work_and_leaves_no_file(self):
        self.passes("generate", "maze", "--size", "1501x1501", "-o", "large.map")
        self.write("far.csv", "1,1,1499,1499\n1499,1,1,1499\n")
        points = "".join(f"{x},1\n" for x in range(1, 1500, 2))
        self.write("points", points)
        before = self.snapshot()
        for number in ENDING:
            for arguments in (
                    ("matrix", "large.map", "points", "-o", "m.npy"),
                    ("solve", "large.map", "far.csv", "--algorithm", "idastar", "--csv", "c"),
                    ("info", "large.map", "--landmarks", "64", "--placement", "coverage")):
                code, errors = self.signalled(number, *arguments)
                self.assertEqual(code, 128 + number, arguments)
                self.assertRegex(errors, r"\Athrong: [^\n]*(cancelled|interrupted)[^\n]*\n\Z")
                self.assertEqual(self.snapshot(), before, arguments)

    def test_an_ignored_signal_stays_ignored(self):
        with subprocess.Popen([*THRONG, "solve", "small.map", "-"], cwd=self.folder,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGHUP,
                                                               signal.SIG_IGN)) as run:
            run.send_signal(signal.SIGHUP)
            _, errors = run.communicate(b"0,0,1,0\n", timeout=300)
        self.assertEqual((run.returncode, errors), (0, b""))


def is_blocked(pid, number):
    """Whether a process waits for a signal instead of being ended by it."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return int(status.split("SigBlk:")[1].split()[0], 16) >> (number - 1) & 1 == 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: outputs_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
