"""A folder with a small map, and ways to run the program in it."""

import datetime
import itertools
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest
import zlib

THRONG = []  # the command line that starts the program; set by cli_test.py
# Whether the program runs under a sanitizer, and takes ten times as long.
SANITIZED = os.environ.get("THRONG_SANITIZED") == "1"
# For figures and large inputs, whose code smaller cases run under sanitizers too.
unless_sanitized = unittest.skipIf(SANITIZED, "takes too long under a sanitizer")

FEW_QUERIES = re.compile(r"throng: note: .*: figures of .* are not representative\n")

SMALL_MAP = "type octile\nheight 4\nwidth 5\nmap\n.....\n.@@..\n.@...\n...@T\n"
ROOT2 = 2 ** 0.5
SMALL_MAP_HASH = "298e958244b1edb1"  # as xxhsum -H1 prints it
SMALL_QUERIES = [  # start, goal, length by hand; negative: no path
    ((0, 0), (4, 0), 4.0),
    ((0, 3), (2, 3), 2.0),
    ((1, 3), (2, 2), 2.0),  # the diagonal would cut the corner of 1,2
    ((2, 2), (4, 2), 2.0),
    ((4, 1), (3, 2), ROOT2),
    ((0, 0), (0, 0), 0.0),
    ((0, 0), (4, 3), -1.0),
]
SMALL_PATHS = """0 0,0 1,0 2,0 3,0 4,0
1 0,3 1,3 2,3
2 1,3 2,3 2,2
3 2,2 3,2 4,2
4 4,1 3,2
5 0,0
6
"""


def scenario(queries, width=5, height=4):
    lines = ["version 1"]
    for (sx, sy), (gx, gy), length in queries:
        fields = [0, "small.map", width, height, sx, sy, gx, gy, f"{length:.8f}"]
        lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


def in_turn(commands, cases):
    """Each case with one of the commands. For cases that all commands treat by the same code:
    each command meets some of them."""
    return zip(itertools.cycle(commands), cases)


def csv_of(queries):
    return "".join(f"{sx},{sy},{gx},{gy}\n" for (sx, sy), (gx, gy), _ in queries)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="throng_cli_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("small.map", SMALL_MAP)
        self.write("small.scen", scenario(SMALL_QUERIES))
        self.write("small.csv", csv_of(SMALL_QUERIES))
        self.write("small.paths", SMALL_PATHS)

    def write(self, name, content):
        if isinstance(content, str):
            content = content.encode()
        (self.folder / name).write_bytes(content)

    def read(self, name):
        return (self.folder / name).read_text()

    def run_throng(self, *arguments, stdout=subprocess.PIPE):
        return subprocess.run([*THRONG, *map(str, arguments)], cwd=self.folder, stdout=stdout,
                              stderr=subprocess.PIPE, text=True, timeout=300, check=False)

    def passes(self, *arguments):
        """Standard output of a run that ends well and says nothing on standard error, except
        that an experiment has few queries: for the tests, a few suffice."""
        run = self.run_throng(*arguments)
        said = FEW_QUERIES.sub("", run.stderr)
        self.assertEqual((run.returncode, said), (0, ""), arguments)
        return run.stdout

    def pixels(self, name):
        """Width, height and rows of the pixels of a PNG, three bytes each."""
        data = self.folder.joinpath(name).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        at, packed = 8, b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            if kind == b"IHDR":
                width, height, depth, colour = struct.unpack(">IIBB", body[:10])
                self.assertEqual((depth, colour), (8, 2))
            packed += body if kind == b"IDAT" else b""
            at += size + 12
        return width, height, self.unfilter(zlib.decompress(packed), width, height)

    def unfilter(self, data, width, height):
        """The filters of RFC 2083, section 6. Each has a loop of its own, for speed."""
        stride, above, rows = 3 * width, bytes(3 * width), []
        for y in range(height):
            begin = y * (stride + 1)
            kind, line = data[begin], bytearray(data[begin + 1:begin + 1 + stride])
            if kind == 1:
                for i in range(3, stride):
                    line[i] = (line[i] + line[i - 3]) & 255
            elif kind == 2:
                line = bytearray((one + up) & 255 for one, up in zip(line, above))
            elif kind == 3:
                for i in range(stride):
                    line[i] = (line[i] + ((line[i - 3] if i >= 3 else 0) + above[i]) // 2) & 255
            elif kind == 4:
                for i in range(stride):
                    a, c = (line[i - 3], above[i - 3]) if i >= 3 else (0, 0)
                    b = above[i]
                    line[i] = (line[i] + min((abs(b - c), 0, a), (abs(a - c), 1, b),
                                             (abs(a + b - 2 * c), 2, c))[2]) & 255
            pixels = bytes(line)
            rows.append([pixels[i:i + 3] for i in range(0, stride, 3)])
            above = line
        return rows

    def refuses(self, *arguments, about):
        """Exit code 2, one line on standard error that says `about`, no file touched."""
        before = self.snapshot()
        run = self.run_throng(*arguments)
        self.assertEqual(run.returncode, 2, (arguments, run.stderr))
        self.assertRegex(run.stderr, r"\Athrong: [^\n]+\n\Z", arguments)
        self.assertIn(about, run.stderr, arguments)
        self.assertEqual(run.stdout, "", arguments)
        self.assertEqual(self.snapshot(), before, arguments)

    def tells_origin(self, figures, command):
        """Figures tell program, machine and time, and a command line that begins so."""
        self.assertRegex(figures["throng_version"], r"\A\d+\.\d+\.\d+\Z")
        self.assertRegex(figures["compiler"], r"\A(GCC|Clang) \d+.*, \w+\Z")
        self.assertNotEqual(figures["processor"], "")
        made = datetime.datetime.strptime(figures["date"], "%Y-%m-%dT%H:%M:%S%z")
        age = datetime.datetime.now(datetime.timezone.utc) - made
        self.assertLess(abs(age), datetime.timedelta(hours=1))  # UTC, not local time
        self.assertTrue(figures["command"].startswith(command), figures["command"])

    def png_size(self, name):
        """Width and height of a picture in colour that is not blank."""
        png = (self.folder / name).read_bytes()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(len(png), 10_000)  # a blank one has a tenth of it
        return struct.unpack(">II", png[16:24])

    def snapshot(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
