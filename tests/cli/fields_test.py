#!/usr/bin/env python3
"""field and matrix as a user runs them: python3 fields_test.py PATH_TO_THRONG SOURCE_DIR"""

import ast
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from program import SANITIZED, ProgramTest, unless_sanitized

MAPS = pathlib.Path()
NONE = 0xFFFFFFFF
S, D = 2378, 3363
# Distances from 0,0 on small.map, by hand: . . . . .
#                                           . @ @ . .
#                                           . @ . . .
#                                           . . . @ T
FROM_ORIGIN = [[0, S, 2 * S, 3 * S, 4 * S],
               [S, NONE, NONE, 4 * S, 3 * S + D],
               [2 * S, NONE, 6 * S, 5 * S, 4 * S + D],
               [3 * S, 4 * S, 5 * S, NONE, NONE]]


def parse_npy(data):
    """The rows of an .npy file, format 1.0, of little-endian unsigned 32-bit numbers."""
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length, = struct.unpack("<H", data[8:10])
    begin = 10 + length
    assert begin % 64 == 0 and data[begin - 1:begin] == b"\n", data[:begin]
    header = ast.literal_eval(data[10:begin].decode("ascii"))
    assert set(header) == {"descr", "fortran_order", "shape"}, header
    assert header["descr"] == "<u4" and header["fortran_order"] is False, header
    rows, columns = header["shape"]
    assert len(data) == begin + 4 * rows * columns, (header, len(data))
    values = struct.unpack(f"<{rows * columns}I", data[begin:])
    return [list(values[y * columns:(y + 1) * columns]) for y in range(rows)]


class FieldsTest(ProgramTest):
    def array(self, name):
        path = self.folder / name
        rows = parse_npy(path.read_bytes())
        try:
            import numpy
        except ImportError:
            return rows
        self.assertEqual(numpy.load(path).tolist(), rows)
        return rows


class Field(FieldsTest):
    def field(self, *options):
        self.passes("field", "small.map", "-o", "f.npy", *options)
        return self.array("f.npy")

    def test_the_file_holds_the_distances_of_all_cells_row_by_row(self):
        self.assertEqual(self.field("--from", "0,0"), FROM_ORIGIN)

    def test_steps_radius_and_rules_are_heeded(self):
        steps = self.field("--from", "0,0", "--metric", "steps")
        self.assertEqual(steps[1], [1, NONE, NONE, 4, 4])
        near = self.field("--from", "0,0", "--radius", 2 * S)
        self.assertEqual(near, [[d if d <= 2 * S else NONE for d in row]
                                for row in FROM_ORIGIN])
        self.assertEqual(self.field("--from", "0,0", "--topology", "tile")[1],
                         [1, NONE, NONE, 4, 5])
        self.assertEqual(self.field("--from", "0,0", "--corners", "always", "--costs",
                                    "10/14")[2][2], 48)

    def test_of_several_sources_the_nearest_counts(self):
        both = self.field("--from", "0,0", "--from", "2,2")
        self.assertEqual(both[2], [2 * S, NONE, 0, S, 2 * S])
        self.assertEqual(both[0], FROM_ORIGIN[0][:4] + [S + S + D])

    def test_the_summary_names_what_counts(self):
        text = self.passes("field", "small.map", "--from", "0,0", "-o", "f.npy")
        for part in ("small.map", "15 of 15 open cells", f"{6 * S:,} (6.00 straight steps)",
                     "per reached cell", "f.npy"):
            self.assertIn(part, text)

    def test_standard_output_gets_the_file_alone(self):
        with open(self.folder / "out", "wb") as out:
            run = self.run_throng("field", "small.map", "--from", "0,0", "-o", "-", stdout=out)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(self.array("out"), FROM_ORIGIN)

    def test_bad_use_is_refused(self):
        for options, about in (
                (["--from", "1,1"], "1,1 is a closed cell"),
                (["--from", "5,0"], "5,0 lies outside the map of 5 x 4"),
                (["--from", "0,-1"], "0,-1 lies outside"),
                (["--from", "0,0", "--from", "0,4"], "0,4"),
                (["--from", "0"], "'0'"), (["--from", "0,0,0"], "'0,0,0'"),
                (["--from", "a,b"], "'a,b'"), (["--from", "0,99999999999"], "99999999999"),
                ([], "--from"),
                (["--from", "0,0", "--metric", "miles"], "cost steps"),
                (["--from", "0,0", "--radius", "-1"], "--radius"),
                (["--from", "0,0", "--radius", "4294967295"], "4294967294")):
            self.refuses("field", "small.map", "-o", "f.npy", *options, about=about)
        self.refuses("field", "small.map", "--from", "0,0", about="--output")
        self.refuses("field", "small.map", "--from", "0,0", "-o", "no/f.npy", about="no/f.npy")
        self.refuses("field", "missing", "--from", "0,0", "-o", "f.npy", about="missing")


class Matrix(FieldsTest):
    def matrix(self, points, *options, map_name="small.map"):
        self.write("p.txt", points)
        text = self.passes("matrix", map_name, "p.txt", "-o", "m.npy", *options)
        return self.array("m.npy"), text

    def test_the_matrix_holds_all_pairs_on_any_number_of_threads(self):
        points = "# three and a wall\n0,0\n\n  2,2  # inside\r\n1,1\n4,0\n"
        expected = [[0, 6 * S, NONE, 4 * S],
                    [6 * S, 0, NONE, 2 * S + D],
                    [NONE, NONE, NONE, NONE],
                    [4 * S, 2 * S + D, NONE, 0]]
        for threads in 1, 2, 4:
            matrix, text = self.matrix(points, "--threads", threads)
            self.assertEqual(matrix, expected)
        for part in "small.map", "4", "16, 9 of them", "per point", "m.npy":
            self.assertIn(part, text)

    def test_steps_are_counted_on_request(self):
        self.assertEqual(self.matrix("0,0\n4,1\n", "--metric", "steps")[0], [[0, 4], [4, 0]])

    def test_a_file_without_points_is_refused(self):
        self.write("p.txt", "# nothing\n")
        self.refuses("matrix", "small.map", "p.txt", "-o", "m.npy", about="contains no point")

    def test_rows_are_the_fields_of_their_points(self):
        path = MAPS / "rooms.map"
        points = [(x, y) for x, y in ((5, 5), (20, 9), (40, 33), (12, 40))]
        cells = "".join(f"{x},{y}\n" for x, y in points)
        matrix, _ = self.matrix(cells, map_name=path)
        for (x, y), row in zip(points, matrix):
            if row == [NONE] * len(points):
                continue
            self.passes("field", path, "--from", f"{x},{y}", "-o", "f.npy")
            field = self.array("f.npy")
            self.assertEqual([field[b][a] for a, b in points], row)

    def test_bad_points_are_refused(self):
        for text, about in (
                ("0,0\n1;1\n", "p.txt: line 2: '1;1' is not a cell"),
                ("0,0\n\n# x\n5,0\n", "p.txt: line 4: 5,0 lies outside the map of 5 x 4"),
                ("0,0 1,0\n", "p.txt: line 1"),
                ("0,0,0\n", "p.txt: line 1"),
                (b"\x00\xff\xfe\x00" * 100, "p.txt: line 1")):
            self.write("p.txt", text)
            self.refuses("matrix", "small.map", "p.txt", "-o", "m.npy", about=about)

    def test_a_table_has_a_row_for_each_point_and_a_column_for_each_of_the_others(self):
        self.write("to.txt", "2,2\n1,1\n2,2\n")
        table, text = self.matrix("0,0\n4,0\n", "--to", "to.txt")
        self.assertEqual(table, [[6 * S, NONE, 6 * S], [2 * S + D, NONE, 2 * S + D]])
        for part in "to       3", "6, 4 of them":
            self.assertIn(part, text)
        self.write("to.txt", "0,0\n9,9\n")
        self.refuses("matrix", "small.map", "p.txt", "--to", "to.txt", "-o", "m.npy",
                     about="to.txt: line 2: 9,9 lies outside")

    def test_a_table_is_measured_one_way_whichever_list_is_longer(self):
        self.write("links.txt", "0,0,4,1,1\n")
        here, there = "0,0\n2,0\n", "4,1\n4,0\n0,3\n"
        self.write("here.txt", here)
        self.write("there.txt", there)
        ground = "--links", "links.txt", "--topology", "tile"
        both = self.matrix(here + there, *ground)[0]
        self.assertNotEqual(both[0][2], both[2][0])
        self.assertEqual(self.matrix(here, "--to", "there.txt", *ground)[0],
                         [row[2:] for row in both[:2]])
        self.assertEqual(self.matrix(there, "--to", "here.txt", *ground)[0],
                         [row[:2] for row in both[2:]])

    def test_the_file_depends_neither_on_the_memory_nor_on_the_threads(self):
        path = MAPS / "rooms.map"
        # 1,500 columns of 4 bytes: 174 rows to a megabyte.
        self.write("p.txt", "".join(f"{i % 61},{i * 7 % 53}\n" for i in range(1500)))
        self.write("few.txt", "".join(f"{i % 61},{i * 5 % 53}\n" for i in range(700)))
        lists = ("p.txt", "p.txt"), ("few.txt", "p.txt"), ("p.txt", "few.txt")
        for points, to in lists[-1:] if SANITIZED else lists:
            files = set()
            for memory, threads in (1, 1), (2, 1), (1, 2), (256, 1), (256, 3):
                self.passes("matrix", path, points, "--to", to, "-o", "m.npy",
                            "--memory", memory, "--threads", threads)
                files.add((self.folder / "m.npy").read_bytes())
                with open(self.folder / "out", "wb") as out:
                    run = self.run_throng("matrix", path, points, "--to", to, "-o", "-",
                                          "--memory", memory, stdout=out)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                files.add((self.folder / "out").read_bytes())
            self.assertEqual(len(files), 1)
            rows = self.array("m.npy")
            self.assertEqual({len(row) for row in rows},
                             {len((self.folder / to).read_text().split())})
            self.assertTrue(any(NONE > d > 0 for d in rows[-1]))

    @unless_sanitized
    def test_a_matrix_too_large_for_the_disk_is_refused(self):
        self.write("p.txt", "0,0\n" * 5_000_000)
        self.refuses("matrix", "small.map", "p.txt", "-o", "m.npy",
                     about="m.npy: the distances of 5,000,000 points to 5,000,000 points "
                           "need 100000.0 GB, but only ")

    def test_memory_that_does_not_hold_a_row_is_refused_with_the_figure(self):
        self.write("p.txt", "0,0\n")
        self.write("to.txt", "0,0\n" * 262_145)  # a megabyte of 2^20, and one more
        row = "matrix", "small.map", "p.txt", "--to", "to.txt", "-o", "m.npy"
        self.refuses(*row, "--memory", 1, about="--memory: 1 MB is too little for a row of "
                     "262,145 distances (2 MB)")
        self.passes(*row, "--memory", 2)
        self.write("to.txt", "0,0\n" * 262_144)
        self.passes(*row, "--memory", 1)
        for word in "0", "-1", "x", "1.5":
            self.refuses(*row, "--memory", word, about="--memory")

    def test_a_full_disk_leaves_the_old_file_and_nothing_else(self):
        self.write("p.txt", "0,0\n" * 1000)
        self.write("m.npy", "old")
        before = self.snapshot()

        def no_file_past_two_megabytes():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20))

        run = subprocess.run([*program.THRONG, "matrix", "small.map", "p.txt", "-o", "m.npy",
                              "--memory", "1"], cwd=self.folder, capture_output=True,
                             text=True, check=False,
                             preexec_fn=no_file_past_two_megabytes)
        self.assertEqual((run.returncode, run.stdout, run.stderr),
                         (2, "", "throng: m.npy: File too large\n"))
        self.assertEqual(self.snapshot(), before)

    def test_an_interrupt_ends_it_after_the_rows_at_hand(self):
        self.write("p.txt", "0,0\n" * 2000)
        with subprocess.Popen([*program.THRONG, "matrix", "small.map", "p.txt", "-o", "-",
                               "--memory", "1"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as run:
            first = run.stdout.read(1)  # the first block is being written, to a full pipe
            run.send_signal(signal.SIGINT)
            while self.is_pending(run, signal.SIGINT):
                os.sched_yield()  # until the program takes it; nobody reads the pipe meanwhile
            rest, errors = run.communicate()
        self.assertEqual(run.returncode, 130)
        self.assertRegex(errors.decode(), r"\Athrong: [^\n]*(cancelled|interrupted)[^\n]*\n\Z")
        self.assertEqual(first, b"\x93")
        self.assertLess(len(rest), 2 << 20)

    def is_pending(self, run, number):
        """Whether a running program was sent a signal that it has not taken yet."""
        status = pathlib.Path(f"/proc/{run.pid}/status").read_text(encoding="ascii")
        pending = re.search(r"^ShdPnd:\s*([0-9a-f]+)$", status, re.M)
        return pending is not None and int(pending[1], 16) >> (number - 1) & 1 == 1

    def test_bad_use_is_refused(self):
        self.write("p.txt", "0,0\n")
        self.refuses("matrix", "small.map", "-o", "m.npy", about="POINTS")
        self.refuses("matrix", "small.map", "p.txt", about="--output")
        self.refuses("matrix", "small.map", "missing", "-o", "m.npy", about="missing")
        self.refuses("matrix", "small.map", "p.txt", "-o", "", about="-o")
        self.refuses("matrix", "small.map", "p.txt", "-o", "m.npy", "--threads", "x",
                     about="'x'")

    def test_both_commands_explain_themselves_with_an_example(self):
        for command in "field", "matrix":
            self.assertIn(f"Example:\n  throng {command} ", self.passes(command, "--help"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: fields_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
