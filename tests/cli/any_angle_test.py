#!/usr/bin/env python3
"""Smoothed paths: python3 any_angle_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import io
import json
import math
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest

MAPS = pathlib.Path()  # the maps of this project; set below

KEYS = {"any_angle_length_sum", "any_angle_seconds"}
SMALL = ["solve", "small.map", "small.csv", "--smooth"]
# All go straight as they are but 1,3 to 2,2, which would cut the corner of 1,2.
SMALL_POINTS = "0 0,0 4,0\n1 0,3 2,3\n2 1,3 2,3 2,2\n3 2,2 4,2\n4 4,1 3,2\n5 0,0\n6\n"


def points_of(line):
    index, *points = line.split()
    return int(index), [tuple(map(int, point.split(","))) for point in points]


class Smooth(ProgramTest):
    def smoothed(self, name, *options):
        """The JSON summary, the rows of the table and the points of each query."""
        path = MAPS / f"{name}.map"
        summary = json.loads(self.passes("solve", path, f"{path}.scen", "--smooth", "--json", "-",
                                         "--csv", "q.csv", "--points", "points", *options))
        return (summary, list(csv.DictReader(io.StringIO(self.read("q.csv")))),
                [points_of(line) for line in self.read("points").splitlines()])

    def test_hand_made_queries_have_the_expected_points(self):
        self.passes(*SMALL, "--points", "points")
        self.assertEqual(self.read("points"), SMALL_POINTS)
        self.write("open.map", "type octile\nheight 3\nwidth 6\nmap\n" + "......\n" * 3)
        self.write("q.csv", "0,0,5,1\n0,0,5,2\n5,2,0,0\n2,2,2,2\n9,9,0,0\n")
        self.passes("solve", "open.map", "q.csv", "--smooth", "--points", "points", "--csv", "t")
        self.assertEqual(self.read("points"), "0 0,0 5,1\n1 0,0 5,2\n2 5,2 0,0\n3 2,2\n4\n")
        lengths = [row["any_angle_length"] for row in csv.DictReader(io.StringIO(self.read("t")))]
        self.assertEqual(lengths, [f"{length:.8f}" for length in (
            math.hypot(5, 1), math.hypot(5, 2), math.hypot(5, 2), 0)] + [""])

    def test_no_smoothed_path_is_longer_than_its_path_and_many_are_shorter(self):
        for name, options in (("caves", []), ("rooms", ["--landmarks", 2]), ("islands", []),
                              ("caves", ["--topology", "tile"]), ("maze", ["--topology", "hex"]),
                              ("random", ["--corners", "always", "--costs", "1/1"])):
            summary, rows, _ = self.smoothed(name, *options)
            shorter = 0
            for row in rows:
                self.assertEqual(row["any_angle_length"] == "", row["status"] != "found")
                if row["status"] != "found":
                    continue
                length = float(row["any_angle_length"])
                self.assertLessEqual(length, float(row["length"]) + 1e-7, (name, row))
                shorter += length < float(row["length"]) - 1e-7
            self.assertGreater(shorter, len(rows) / 4, name)
            total = sum(float(row["any_angle_length"] or 0) for row in rows)
            self.assertAlmostEqual(summary["any_angle_length_sum"], total, places=4)
            self.assertLess(summary["any_angle_length_sum"], summary["length_sum"])

    def test_points_lead_from_start_to_goal_and_are_as_long_as_told(self):
        for name, options in ("caves", []), ("islands", ["--corners", "cut_one"]):
            _, rows, paths = self.smoothed(name, *options)
            self.assertEqual([index for index, _ in paths], list(range(len(rows))))
            for row, (_, points) in zip(rows, paths):
                if row["status"] != "found":
                    self.assertEqual(points, [])
                    continue
                self.assertEqual(points[0], (int(row["sx"]), int(row["sy"])))
                self.assertEqual(points[-1], (int(row["gx"]), int(row["gy"])))
                self.assertTrue(all(a != b for a, b in zip(points, points[1:])))
                length = sum(math.dist(a, b) for a, b in zip(points, points[1:]))
                self.assertAlmostEqual(float(row["any_angle_length"]), length, places=6)

    def test_the_validator_accepts_the_points_and_finds_a_cut_corner(self):
        for name, options in (("caves", []), ("islands", ["--corners", "cut_one"]),
                              ("maze", ["--topology", "hex"]), ("caves", ["--unit-size", 2]),
                              ("rooms", ["--topology", "tile"])):
            path = MAPS / f"{name}.map"
            self.write("q.csv", "".join(
                ",".join(line.split()[4:8]) + "\n" for line in
                pathlib.Path(f"{path}.scen").read_text().splitlines()[1:]))
            self.passes("solve", path, "q.csv", "--smooth", "--points", "points", *options)
            self.assertRegex(self.passes("validate", path, "q.csv", "points", "--points", *options),
                             r"^[0-9,]+ paths valid\n$")
        self.write("corner.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n")
        self.write("q.csv", "0,1,3,2\n")
        self.write("points", "0 0,1 3,2\n")
        run = self.run_throng("validate", "corner.map", "q.csv", "points", "--points")
        self.assertEqual(run.returncode, 1)
        self.assertIn("leg 1, from 0,1 to 3,2, overlaps the closed cell 2,1", run.stderr)
        self.assertEqual(self.passes("validate", "corner.map", "q.csv", "points", "--points",
                                     "--corners", "cut_one"), "1 path valid\n")

    def test_paths_costs_and_hash_stay_as_they_are(self):
        path = MAPS / "rooms.map"
        plain = json.loads(self.passes("solve", path, f"{path}.scen", "--json", "-", "--check",
                                       "--paths", "p"))
        before = self.read("p")
        summary, *_ = self.smoothed("rooms", "--check", "--paths", "p")
        self.assertEqual(self.read("p"), before)
        self.assertEqual(set(summary) - set(plain), KEYS)
        for key in "result_hash", "length_sum", "expanded", "mismatches":
            self.assertEqual(summary[key], plain[key])

    def test_threads_change_nothing(self):
        answers = []
        for threads in 1, 3:
            summary, rows, points = self.smoothed("caves", "--threads", threads)
            answers.append((summary["any_angle_length_sum"], points,
                            [row["any_angle_length"] for row in rows]))
        self.assertEqual(*answers)

    def test_the_table_tells_what_smoothing_gained(self):
        self.assertRegex(self.passes(*SMALL), r"(?m)^smooth +100\.0 % of the length .*, in ")
        self.assertNotIn("smooth", self.passes(*SMALL[:-1]))
        self.assertRegex(self.passes(*SMALL, "--topology", "tex"), r"(?m)^smooth +in ")

    def test_queries_without_an_answer_have_no_points(self):
        self.passes(*SMALL, "--points", "points", "--max-expansions", 0)
        self.assertEqual(self.read("points"), "0\n1\n2\n3\n4\n5 0,0\n6\n")
        self.write("none.csv", "")
        run = self.run_throng("solve", "small.map", "none.csv", "--smooth", "--points", "none")
        if run.returncode == 0:
            self.assertEqual(self.read("none"), "")

    def test_bricks_are_as_long_as_they_are_drawn(self):
        self.write("open.map", "type octile\nheight 3\nwidth 6\nmap\n" + "......\n" * 3)
        self.write("q.csv", "0,0,1,0\n0,0,0,2\n")
        for topology, sideways in ("tex", math.sqrt(5) / 2), ("hex", 1), ("tile", 1):
            self.passes("solve", "open.map", "q.csv", "--smooth", "--csv", "t", "--topology",
                        topology)
            rows = list(csv.DictReader(io.StringIO(self.read("t"))))
            self.assertEqual([row["any_angle_length"] for row in rows],
                             [f"{sideways:.8f}", "2.00000000"])

    def test_bad_use_is_refused(self):
        for ground in ["--terrain", ".:2,T:1"], ["--terrain", "T:3"]:
            self.refuses(*SMALL, *ground, "--points", "points", about="small.map: --any-angle needs")
        self.refuses("solve", "small.map", "small.csv", "--points", "points",
                     about="--points requires --any-angle")
        self.refuses(*SMALL, "--points", "missing/points", about="missing")
        self.refuses(*SMALL, "--points", "out", "--paths", "out", about="--points")

    def test_ground_of_one_weight_that_is_plain_is_smoothed(self):
        self.passes(*SMALL, "--terrain", "T:1", "--points", "points")
        self.assertEqual(self.read("points").splitlines()[0], "0 0,0 4,0")
        self.assertEqual(self.read("points").splitlines()[6], "6 0,0 3,0 4,2 4,3")


class Exact(ProgramTest):
    """Shortest paths of straight legs."""

    def solved(self, name, how, *options):
        """The lengths of all queries, and the summary."""
        path = MAPS / f"{name}.map"
        summary = json.loads(self.passes("solve", path, f"{path}.scen", "--any-angle", how,
                                         "--json", "-", "--csv", "q.csv", "--points", "points",
                                         *options))
        rows = csv.DictReader(io.StringIO(self.read("q.csv")))
        return [row["any_angle_length"] for row in rows], summary

    def test_no_smoothed_path_is_shorter_and_some_are_longer(self):
        for name, options in (("caves", []), ("rooms", ["--landmarks", 2]), ("islands", []),
                              ("caves", ["--topology", "tile"]),
                              ("random", ["--corners", "cut_one"])):
            exact, summary = self.solved(name, "exact", *options)
            smooth, other = self.solved(name, "smooth", *options)
            self.assertEqual(set(summary), set(other))
            self.assertEqual(summary["result_hash"], other["result_hash"])
            longer = 0
            for one, two in zip(exact, smooth):
                self.assertEqual(one == "", two == "")
                if one:
                    self.assertLessEqual(float(one), float(two) + 1e-7)
                    longer += float(one) < float(two) - 1e-7
            self.assertGreater(longer, 10, name)

    def test_smooth_has_two_names(self):
        self.solved("caves", "smooth")
        points = self.read("points")
        self.passes("solve", MAPS / "caves.map", MAPS / "caves.map.scen", "--smooth", "--points",
                    "points")
        self.assertEqual(self.read("points"), points)

    def test_the_validator_accepts_the_points_and_finds_faults_between_cells(self):
        for name, options in (("caves", []), ("caves", ["--unit-size", 2]),
                              ("islands", ["--corners", "cut_one"]),
                              ("random", ["--corners", "cut_one", "--unit-size", 2]),
                              ("rooms", ["--topology", "tile"])):
            path = MAPS / f"{name}.map"
            self.write("all.csv", "".join(
                ",".join(line.split()[4:8]) + "\n" for line in
                pathlib.Path(f"{path}.scen").read_text().splitlines()[1:]))
            self.passes("solve", path, "all.csv", "--any-angle", "exact", "--points", "points",
                        *options)
            self.assertRegex(self.passes("validate", path, "all.csv", "points", "--points",
                                         *options), r"^[0-9,]+ paths valid\n$")
        self.write("wall.map", "type octile\nheight 4\nwidth 4\nmap\n....\n@@..\n..@.\n....\n")
        self.write("q.csv", "0,0,0,2\n")
        cut = ["--points", "--corners", "cut_one"]
        for points, fault in (
                ("0,0 1.5,0.5 1.5,1.5 0,2", "leg 2, from 1.5,0.5 to 1.5,1.5, ends between two "
                                             "closed cells"),
                ("0,0 1.5,0.5 3,2 0,2", "leg 3, from 3,2 to 0,2, meets the closed cell 2,2"),
                ("0,0 1.5,0.5 3,1 0,2", "passes between two closed cells at 1.5,1.5"),
                ("0,0 1,0.5 0,2", "leg 1, from 0,0 to 1,0.5, ends on the side of a cell"),
                ("0,0 0.5,0.5 0.5,1.5 0,2", "leg 2, from 0.5,0.5 to 0.5,1.5, passes between the "
                                            "closed cells 0,1 and 1,1")):
            self.write("points", f"0 {points}\n")
            run = self.run_throng("validate", "wall.map", "q.csv", "points", *cut)
            self.assertEqual(run.returncode, 1, points)
            self.assertIn(fault, run.stderr)
        self.refuses("validate", "wall.map", "q.csv", "points", "--points",
                     about="--corners cut_one")

    def test_lines_turn_at_cells_or_at_corners_of_cells(self):
        self.write("wall.map", "type octile\nheight 3\nwidth 3\nmap\n...\n@@.\n...\n")
        self.write("q.csv", "0,0,0,2\n")
        solve = ["solve", "wall.map", "q.csv", "--any-angle", "exact", "--points", "points"]
        self.passes(*solve)
        self.assertEqual(self.read("points"), "0 0,0 2,0 2,2 0,2\n")
        self.passes(*solve, "--corners", "cut_one")
        self.assertEqual(self.read("points"), "0 0,0 1.5,0.5 1.5,1.5 0,2\n")

    def test_threads_and_indexes_change_nothing(self):
        for every in [], ["--lines"]:
            answers = []
            for options in ["--threads", 1], ["--threads", 3], ["--hubs"]:
                lengths, summary = self.solved("caves", "exact", *every, *options)
                answers.append((lengths, summary["any_angle_length_sum"],
                                self.read("points")))
            self.assertEqual(answers, answers[:1] * len(answers))

    def test_lines_are_as_short_from_labels_and_edges(self):
        self.passes("generate", "random", "--size", "120x110", "-o", "random.map")
        self.write("q.csv", "".join(f"{x},{y},{119 - y},{109 - x}\n" for x in range(0, 110, 9)
                                    for y in range(0, 110, 11)))
        found = []
        for options in ([], ["--lines"], ["--lines", "--lines-memory", 1],
                        ["--lines", "--lines-memory", 0]):
            run = self.run_throng("solve", "random.map", "q.csv", "--any-angle", "exact", "--csv",
                                  "table.csv", "--points", "points", *options)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual("need more than the 1.0 MB allowed" in run.stderr, 1 in options)
            self.passes("validate", "random.map", "q.csv", "points", "--points")
            rows = csv.DictReader(io.StringIO(self.read("table.csv")))
            found.append([float(row["any_angle_length"] or -1) for row in rows])
        self.assertGreater(max(found[0]), 100)
        for lengths in found[1:]:
            for one, other in zip(found[0], lengths, strict=True):
                self.assertLess(abs(one - other), 1e-8)

    def test_info_says_why_there_are_no_labels(self):
        self.passes("generate", "random", "--size", "120x110", "-o", "random.map")
        for memory, why in (64, ""), (1, "need more than the 1.0 MB allowed"), (0, ""):
            run = self.run_throng("info", "random.map", "--lines", "--lines-memory", memory,
                                  "--json")
            info, = json.loads(run.stdout)
            lines, = (part for part in info["parts"] if part["name"] == "lines")
            self.assertEqual((lines["present"], lines["refusal"]), (True, ""))
            self.assertIn(why, lines["lack"])
            self.assertEqual(bool(lines["lack"]), bool(why))
            self.run_throng("index", "build", "random.map", "--lines", "--lines-memory", memory,
                            "-o", "lines.index")
            info = json.loads(self.passes("index", "info", "lines.index", "--json"))
            self.assertEqual(info["lines_lack"], lines["lack"])

    def test_searches_beyond_the_limit_have_no_points(self):
        lengths, _ = self.solved("caves", "exact", "--max-expansions", 0)
        every, _ = self.solved("caves", "exact")
        self.assertLess(sum(length != "" for length in lengths),
                        sum(length != "" for length in every))
        for one, two in zip(lengths, every):
            self.assertIn(one, ("", two))

    def test_a_picture_shows_lines(self):
        path = MAPS / "caves.map"
        for how in "smooth", "exact":
            self.assertRegex(
                self.passes("render", path, f"{path}.scen", "--query", 150, "--any-angle", how,
                            "-o", f"{how}.svg"), r"(?m)^paths +1$")
            self.assertIn("<svg", self.read(f"{how}.svg"))
        self.assertRegex(self.passes("render", path, f"{path}.scen", "--any-angle", "exact", "-o",
                                     "all.svg"), r"(?m)^paths +190$")
        self.refuses("render", path, "--any-angle", "exact", "-o", "x.svg",
                     about="--any-angle requires QUERIES")

    def test_bad_use_is_refused(self):
        solve = ["solve", "small.map", "small.csv", "--any-angle"]
        for options, about in ((["--corners", "always"], "corners never_cut or cut_one"),
                               (["--topology", "hex"], "topology tile"),
                               (["--terrain", ".:2,T:1"], "plain ground")):
            self.refuses(*solve, "exact", *options, about=about)
        for command in ("solve", "render"):
            self.refuses(command, *solve[1:], about="--any-angle requires a value: smooth|exact")
        self.refuses(*solve[:3], "--csv", about="--csv requires a value: FILE")
        self.refuses(*solve, "exact", "--smooth", about="--smooth requires that --any-angle is left out")
        for how in [], ["--any-angle", "smooth"]:
            self.refuses(*solve[:3], *how, "--lines", about="--lines requires --any-angle exact")
        self.refuses(*solve, "theta", about="'exact' finds shortest paths")
        self.refuses(*solve, "round", about="'round' is not one of: smooth exact")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: any_angle_test.py PATH_TO_THRONG SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
