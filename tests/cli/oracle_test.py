#!/usr/bin/env python3
"""Hub labels beside searches: python3 oracle_test.py PATH_TO_THRONG"""

import csv
import io
import os
import re
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import SMALL_QUERIES, THRONG, ProgramTest, scenario

HEADER = ("map queries engine index_seconds index_bytes distance_us distance_speedup path_us "
          "path_speedup path_p50_us path_p99_us wrong refusal").split()
ENGINES = ["astar", "jps", "jps+landmarks", "hub", "hub+cells"]


class OracleTest(ProgramTest):
    def parse(self, text):
        reader = csv.DictReader(io.StringIO(text))
        rows = list(reader)
        self.assertEqual(reader.fieldnames, HEADER)
        return rows

    def rows(self, *options):
        return self.parse(self.passes("experiment", "oracle", "--csv", "-", *options))

    def generate(self, kind, side, *options):
        """The name of a map of this kind."""
        name = f"{kind}.map"
        self.passes("generate", kind, "--size", f"{side}x{side}", "--seed", 1, *options,
                    "-o", name)
        return name


class Figures(OracleTest):
    def test_every_engine_has_a_row_on_every_map_and_finds_the_same_costs(self):
        maps = [self.generate("rooms", 60), self.generate("maze", 41), "small.map"]
        rows = self.rows("--maps", *maps, "--queries", 50)
        self.assertEqual([(row["map"], row["engine"]) for row in rows],
                         [(name, engine) for name in maps for engine in ENGINES])
        for row in rows:
            self.assertEqual((row["queries"], row["wrong"], row["refusal"]), ("50", "0", ""))
            figures = {key: float(row[key]) for key in HEADER[3:11]}
            for key in HEADER[5:11]:
                self.assertGreater(figures[key], 0)
            self.assertLessEqual(figures["path_p50_us"], figures["path_p99_us"])
            indexed = row["engine"] != "astar"
            self.assertEqual(figures["index_bytes"] > 0, indexed)
            self.assertEqual(figures["index_seconds"] > 0, indexed)

    def test_marks_of_times_with_paths_are_medians_where_the_lines_begin(self):
        self.rows("--maps", self.generate("rooms", 60), "--queries", 20, "--plot", "p.svg")
        svg, place = self.read("p.svg"), r'transform="matrix\(1,0,0,1,([\d.]+),([\d.]+)\)"/>'
        lines = [tuple(map(float, found)) for found in re.findall(
            r'stroke:rgb\(0%,44\.\d+%[^>]*M ([\d.]+) ([\d.]+) L ([\d.]+) \2 " ' + place, svg)]
        marks = {(float(x), float(y)) for x, y in re.findall(
            r'fill:rgb\(0%,44\.\d+%[^>]* C [^>]*' + place, svg)}
        self.assertEqual(len(lines), len(ENGINES))
        for low, y, _, left, top in lines:
            near = [x - left for x, mark_y in marks if mark_y == top + y]
            self.assertLess(min(abs(x - low) for x in near), 0.1)

    def test_speed_ups_are_over_plain_astar(self):
        plain, *others = rows = self.rows("--maps", self.generate("rooms", 60))
        self.assertEqual((plain["distance_speedup"], plain["path_speedup"]),
                         ("1.000", "1.000"))
        for row in others:
            for what in "distance", "path":
                quotient = float(rows[0][f"{what}_us"]) / float(row[f"{what}_us"])
                self.assertAlmostEqual(float(row[f"{what}_speedup"]) / quotient, 1, delta=0.01)

    def test_each_part_of_an_index_takes_memory(self):
        rows = self.rows("--maps", self.generate("rooms", 60), "--queries", 5)
        plain, jps, landmarks, hub, cells = (int(row["index_bytes"]) for row in rows)
        self.assertEqual(plain, 0)
        self.assertTrue(0 < jps < landmarks and jps < hub < cells)

    def test_few_queries_are_noted(self):
        maze = self.generate("rooms", 60)
        for queries, note in ((1, "1 query"), (19, "19 queries"), (20, None)):
            run = self.run_throng("experiment", "oracle", "--maps", maze, "--queries", queries)
            note = note and f"throng: note: {maze}: figures of {note} are not representative\n"
            self.assertEqual((run.returncode, run.stderr), (0, note or ""))

    def test_queries_are_those_of_the_scenario_that_have_a_path(self):
        self.write("small.map.scen", scenario(SMALL_QUERIES))
        text = self.passes("experiment", "oracle", "--maps", "small.map")
        self.assertIn("small.map: 5 x 4, 15 open cells; 5 queries (of small.map.scen)", text)

    def test_else_they_are_drawn_by_the_seed(self):
        run = ["experiment", "oracle", "--maps", self.generate("rooms", 60), "--queries", 7]
        first, again, other = (self.passes(*run, "--seed", seed).splitlines()[-1]
                               for seed in (1, 1, 2))
        self.assertIn("7 queries (at random, seed 1), ", first)
        self.assertEqual(first, again)
        self.assertNotEqual(first.split("seed 1")[1], other.split("seed 2")[1])

    def test_odd_maps_are_measured(self):
        for lines in ([".."], ["....", "....", "...."], [".", "."], [".@.", ".@.", "@@."]):
            height, width = len(lines), len(lines[0])
            self.write("odd.map", f"type octile\nheight {height}\nwidth {width}\nmap\n"
                                  + "".join(line + "\n" for line in lines))
            self.assertEqual([(row["wrong"], row["refusal"])
                              for row in self.rows("--maps", "odd.map", "--queries", 3)],
                             [("0", "")] * len(ENGINES))


class Refusals(OracleTest):
    """Of 90 x 90 cells, the labels of corners need 3 MB, those of cells some more."""

    def refusals(self, megabytes):
        name = self.generate("random", 90, "--density", 20)
        rows = self.rows("--maps", name, "small.map", "--queries", 5, "--hub-memory", megabytes,
                         "--plot", "p.png")
        self.assertEqual([row["refusal"] for row in rows[5:]], [""] * 5)  # of the other map
        for row in rows[:5]:
            figures = [row[key] for key in HEADER[3:12]]
            self.assertEqual(figures == [""] * 9, row["refusal"] != "")
            self.assertEqual("" in figures, row["refusal"] != "")
        self.png_size("p.png")
        return {row["engine"]: row["refusal"] for row in rows[:5] if row["refusal"]}

    def test_without_room_for_labels_the_other_engines_are_measured(self):
        refusals = self.refusals(1)
        self.assertEqual(list(refusals), ["hub", "hub+cells"])
        for reason in refusals.values():
            self.assertIn("need more than the 1.0 MB allowed", reason)

    def test_labels_of_corners_do_not_pass_for_labels_of_cells(self):
        refusals = self.refusals(3)
        self.assertEqual(list(refusals), ["hub+cells"])
        self.assertRegex(refusals["hub+cells"], r"labels of cells do not fit: .* of 3 MB")

    def test_tables_say_what_is_refused_and_why(self):
        name = self.generate("random", 90, "--density", 20)
        text = self.passes("experiment", "oracle", "--maps", name, "--queries", 5,
                           "--hub-memory", 1, "--markdown", "m")
        for engine in "hub", "hub+cells":
            row, = (line for line in text.splitlines() if line.split()[:2] == [name, engine])
            self.assertEqual(row.split(), [name, engine, "refused"])
            self.assertIn(f"\n{name}, {engine} refused: the hub labels of ", text)
            self.assertIn(f"\n- {name}, {engine} refused: the hub labels of ", self.read("m"))


class Reports(OracleTest):
    def test_tables_for_people_say_the_same(self):
        self.write("odd,name.map", self.read("small.map"))
        text = self.passes("experiment", "oracle", "--maps", "odd,name.map", "small.map",
                           "--queries", 5, "--csv", "c", "--markdown", "m")
        lines = [line.split()[:2] for line in text.splitlines()[1:11]]
        pairs = [[name, engine] for name in ("odd,name.map", "small.map")
                 for engine in ENGINES]
        self.assertEqual(lines, pairs)
        self.assertEqual([[row["map"], row["engine"]] for row in self.parse(self.read("c"))],
                         pairs)
        lines = [line for line in self.read("m").splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 2 + 2 * len(ENGINES))
        self.assertEqual({line.count("|") for line in lines}, {11})
        for name in "odd,name.map", "small.map":
            self.assertIn(f"\n{name}: 5 x 4, 15 open cells; 5 queries", text)

    def test_each_map_has_a_part_of_the_picture(self):
        def size(*maps):
            self.passes("experiment", "oracle", "--maps", *maps, "--queries", 5,
                        "--plot", "p.png")
            return self.png_size("p.png")
        width, height = size("small.map")
        self.assertTrue(1000 < width < 2500 and 300 < height < 1000)
        taller = size("small.map", "small.map")[1]
        self.assertEqual(size("small.map", "small.map", "small.map")[1] - taller,
                         taller - height)

    def test_it_explains_itself_with_an_example(self):
        text = self.passes("experiment", "oracle", "--help-all")
        self.assertIn("Example:\n  throng experiment oracle ", text)
        for engine in ENGINES:
            self.assertIn(f"\n  {engine} ", text)

    def test_bad_use_is_refused_before_anything_is_measured(self):
        self.write("closed.map", "type octile\nheight 1\nwidth 3\nmap\n.@.\n")
        oracle = ["experiment", "oracle", "--csv", "out"]
        for options, about in (
                (["--maps", "missing.map"], "missing.map"), (["--maps"], "--maps"),
                (["--maps", "small.map", "closed.map"], "closed.map: no query"),
                (["--queries", "0"], "'0'"), (["--seed", "-1"], "'-1'"),
                (["--hub-memory", "0"], "'0'"), (["--threads", "x"], "'x'"),
                (["--corners", "always"], "--corners"),
                (["--maps", "small.map", "--json", "out"], "--csv and --json"),
                (["--maps", "small.map", "--plot", "no/out.png"], "no/out.png")):
            self.refuses(*oracle, *options, about=about)
        self.write("small.map.scen", scenario(SMALL_QUERIES, 6, 4))
        self.refuses(*oracle, "--maps", "small.map", about="6 x 4")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: oracle_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
