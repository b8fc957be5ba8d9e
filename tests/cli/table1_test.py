#!/usr/bin/env python3
"""The table of the 2006 paper: python3 table1_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import io
import os
import pathlib
import re
import shutil
import sys
import unittest
from unittest import mock

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest, unless_sanitized

SOURCE = pathlib.Path()

HEADER = ("map section heuristic path_cost estimate nodes time_us reopened queries time_p50_us "
          "time_p99_us wrong refusal").split()
SEARCHES = ("octile deadend gateway landmark best jps+landmark jps+best "
            "textbook").split()
GAME_MAPS = ("AR0205SR AR0516SR AR0600SR AR0405SR AR0072SR AR0412SR AR0504SR AR0505SR "
             "AR0601SR").split()
LARGE_MAP = "AR0406SR"
ROOMS = ["..........@.........", "..........@.........", "....................",
         "..........@.........", "@@@@.@@@@@@@@@@@.@@@", "..........@.........",
         "..........@.........", "..........@........."]


def drawn(rows):
    return (f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\nmap\n"
            + "".join(row + "\n" for row in rows))


class Table1Test(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("rooms.map", drawn(ROOMS))

    def table(self, *options):
        text = self.passes("experiment", "table1", "--csv", "-", *options)
        return self.parse(text)

    def parse(self, text):
        reader = csv.DictReader(io.StringIO(text))
        rows = list(reader)
        self.assertEqual(reader.fieldnames, HEADER)
        return {(row["map"], row["section"], row["heuristic"]):
                {key: float(row[key]) for key in HEADER[3:-1]} for row in rows
                if not row["refusal"]}


class Figures(Table1Test):
    def test_each_map_has_both_sections_and_every_search(self):
        table = self.table("--maps", "small.map", "rooms.map")
        self.assertEqual(list(table), [
            (name, section, search) for name in ("small.map", "rooms.map")
            for section in ("all", "top10") for search in SEARCHES])

    def test_searches_find_the_same_costs_and_no_estimate_exceeds_them(self):
        table = self.table("--maps", SOURCE / "maps" / "demo.map")
        for section in "all", "top10":
            rows = {search: table[str(SOURCE / "maps" / "demo.map"), section, search]
                    for search in SEARCHES}
            self.assertEqual(len({row["path_cost"] for row in rows.values()}), 1)
            estimate = {search: row["estimate"] for search, row in rows.items()}
            cost = rows["octile"]["path_cost"]
            self.assertLess(estimate["octile"], min(estimate["gateway"], estimate["landmark"]))
            self.assertEqual(estimate["octile"], estimate["deadend"])
            self.assertEqual(estimate["octile"], estimate["textbook"])
            self.assertEqual(estimate["landmark"], estimate["jps+landmark"])
            self.assertLessEqual(max(estimate["gateway"], estimate["landmark"]),
                                 estimate["best"])
            self.assertLess(estimate["best"], cost)
            nodes = {search: row["nodes"] for search, row in rows.items()}
            self.assertLess(nodes["deadend"], nodes["octile"])
            self.assertLess(nodes["octile"], nodes["textbook"])
            self.assertLess(nodes["best"], nodes["gateway"])
            self.assertLess(nodes["jps+best"], nodes["best"])
            for search in "octile", "deadend", "landmark", "textbook":
                self.assertEqual(rows[search]["reopened"], 0)
            for row in rows.values():
                self.assertEqual((row["queries"], row["wrong"]), (1000, 0))
                self.assertTrue(0 < row["time_p50_us"] <= row["time_p99_us"])

    def test_a_corridor_has_the_mean_distances_that_chance_gives_it(self):
        self.write("corridor.map", drawn(["." * 1000]))
        table = self.table("--maps", "corridor.map")
        # |x - y| of two points of [0, 1]: 1/3 on average; above 1 - sqrt(0.1) with chance
        # 0.1, and there a third of the way to 1 on average. A step costs 100.
        rest = 1 - 0.1 ** 0.5
        for section, mean in ("all", 1 / 3), ("top10", rest + (1 - rest) / 3):
            row = table["corridor.map", section, "octile"]
            self.assertAlmostEqual(row["path_cost"] / 100_000, mean, delta=0.03)
            self.assertEqual(row["estimate"], row["path_cost"])

    def test_costs_are_those_of_the_paper(self):
        self.write("two.map", drawn([".."]))
        self.assertEqual(self.table("--maps", "two.map")["two.map", "all", "octile"]
                         ["path_cost"], 100)
        self.write("open.map", drawn(["..", ".."]))  # of three goals one lies across
        cost = self.table("--maps", "open.map")["open.map", "all", "octile"]["path_cost"]
        self.assertAlmostEqual(cost, 350 / 3, delta=3)

    def test_a_seed_gives_the_same_figures_but_times(self):
        first, again, other = (
            {row: [figures[key] for key in HEADER[3:-1] if not key.startswith("time")]
             for row, figures in self.table("--maps", "rooms.map", "--seed", seed).items()}
            for seed in (7, 7, 8))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_odd_maps_are_measured(self):
        for rows in ([".."], [".", "."], ["..@.", "..@@"], [".@", ".@", "@.", "@."]):
            self.write("odd.map", drawn(rows))
            self.assertEqual(len(self.table("--maps", "odd.map")), 2 * len(SEARCHES))


class Reports(Table1Test):
    def test_tables_for_people_say_the_same(self):
        self.write("odd,name.map", drawn(ROOMS))
        text = self.passes("experiment", "table1", "--maps", "odd,name.map", "small.map",
                           "--csv", "c", "--markdown", "m")
        self.assertIn("odd,name.map, all: 1,000 queries\n", text)
        self.assertEqual(text.count("path cost"), 4)
        self.assertNotIn("2006", text)
        rows = list(csv.DictReader(io.StringIO(self.read("c"))))
        self.assertEqual([row["map"] for row in rows],
                         ["odd,name.map"] * 16 + ["small.map"] * 16)
        lines = [line for line in self.read("m").splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 4 * (2 + len(SEARCHES)))
        self.assertEqual({line.count("|") for line in lines}, {10})

    def picture_of(self, *maps):
        self.passes("experiment", "table1", "--maps", *maps, "--plot", "p.png")
        return self.png_size("p.png")

    def test_the_picture_has_a_part_for_every_map(self):
        width, height = self.picture_of("small.map")
        self.assertGreater(width, 1000)
        width_of_two, height_of_two = self.picture_of("small.map", "rooms.map")
        self.assertAlmostEqual(width_of_two / width, 1, delta=0.1)
        self.assertGreater(height_of_two, 1.6 * height)

    def test_the_picture_keeps_its_width_whatever_the_map_is_called(self):
        width = self.picture_of("small.map")[0]
        for name in "m\u00e9lange.map", "long " * 40 + ".map":
            self.write(name, drawn(ROOMS))
            self.assertLess(self.picture_of(name)[0], 1.1 * width)

    def test_it_explains_itself_with_an_example(self):
        text = self.passes("experiment", "table1", "--help-all")
        self.assertIn("Example:\n  throng experiment table1 ", text)
        self.assertIn("AIIDE 2006", text)

    def test_bad_use_is_refused_before_anything_is_measured(self):
        self.write("closed.map", drawn([".@."]))
        table1 = ["experiment", "table1", "--csv", "out"]
        for options, about in (
                (["--maps", "missing.map"], "missing.map"),
                (["--maps", "small.map", "closed.map"], "closed.map: no query"),
                (["--maps"], "--maps"), (["--seed", "-1"], "'-1'"),
                (["--gate-memory", "0"], "'0'"),
                (["--maps", "small.map", "--json", "out"], "--csv and --json"),
                (["--maps", "small.map", "--plot", "no/out.svg"], "no/out.svg")):
            self.refuses(*table1, *options, about=about)


class Refusals(Table1Test):
    """Noise of 64 x 64 cells has gates of more than a megabyte."""

    NEED_GATES = ["gateway", "best", "jps+best"]

    def setUp(self):
        super().setUp()
        self.write("noise.map", drawn(["".join(
            "@" if (x * 7 + y * 13 + x * y) % 5 == 0 else "." for x in range(64))
            for y in range(64)]))

    def test_without_memory_for_gates_the_other_searches_and_maps_are_measured(self):
        text = self.passes("experiment", "table1", "--maps", "noise.map", "small.map",
                           "--gate-memory", 1, "--csv", "c", "--plot", "p.png")
        rows = list(csv.DictReader(io.StringIO(self.read("c"))))
        self.assertEqual([(row["map"], row["heuristic"]) for row in rows if row["refusal"]],
                         [("noise.map", search) for search in self.NEED_GATES] * 2)
        for row in rows:
            self.assertEqual([row[key] == "" for key in HEADER[3:-1]],
                             [row["refusal"] != ""] * len(HEADER[3:-1]))
        reason, = {row["refusal"] for row in rows} - {""}
        self.assertRegex(reason, "^noise.map: the matrix of .* gates needs .* more than the "
                                 "1.0 MB allowed; --gate-memory MB raises the limit$")
        self.assertEqual(text.count(f"\nrefused: {reason}\n"), 1)
        for search in self.NEED_GATES:
            self.assertEqual(len(re.findall(rf"(?m)^{re.escape(search)} +refused *$", text)), 2)
        self.png_size("p.png")

    def test_more_memory_admits_them(self):
        table = self.table("--maps", "noise.map", "--gate-memory", 1024)
        self.assertEqual(len(table), 2 * len(SEARCHES))


class ThePapersMaps(Table1Test):
    def put_demo_map(self):
        (self.folder / "maps").mkdir()
        shutil.copy(SOURCE / "maps" / "demo.map", self.folder / "maps")

    def put_game_maps(self, *names):
        (self.folder / "bgmaps").mkdir()
        for name in names:
            self.write(f"bgmaps/{name}.map", drawn(ROOMS))

    def table1(self, *options):
        with mock.patch.dict(os.environ, THRONG_BENCHMARKS="."):
            return self.run_throng("experiment", "table1", *options)

    @unless_sanitized
    def test_its_sections_are_measured_and_its_figures_stand_beside(self):
        self.put_demo_map()
        self.put_game_maps(*GAME_MAPS, LARGE_MAP)
        run = self.table1("--csv", "c", "--plot", "p.png")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        sections = ("demo map", "all"), ("demo map", "top10"), ("game maps", "all"), \
                   ("game maps", "top10"), ("large map", "top10")
        self.assertEqual(list(self.parse(self.read("c"))),
                         [(*section, search) for section in sections for search in SEARCHES])
        self.assertIn("\ngame maps, all: 9,000 queries\n", run.stdout)
        self.assertRegex(run.stdout, r"\noctile, 2006 +7,430 +3,940 +53.0 % +955 +100 % +18.6 ms")
        self.assertRegex(run.stdout, r"\ngateway, 2006 +30,463 +30,002 +98.5 % +2,361 +40 % "
                                     r"+71.3 ms +65 %\n")
        self.assertEqual(run.stdout.count(", 2006 "), 15)
        for note in "\ndemo map: drawn by hand", "\ngame maps: the paper names", "\nnodes: ":
            self.assertIn(note, run.stdout)

    def test_sections_whose_maps_are_missing_are_left_out_and_named(self):
        self.put_demo_map()
        self.put_game_maps(*GAME_MAPS[2:])
        run = self.table1("--csv", "-")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stderr, (
            "throng: note: game maps left out: missing ./bgmaps/AR0205SR.map, "
            "./bgmaps/AR0516SR.map\n"
            "throng: note: large map left out: missing ./bgmaps/AR0406SR.map\n"))
        self.assertEqual({name for name, _, _ in self.parse(run.stdout)}, {"demo map"})

    def test_without_any_map_there_is_nothing_to_do(self):
        run = self.table1("--csv", "out")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr.count("left out"), 3)
        self.assertIn("throng: none of the paper's maps exists", run.stderr)

    @unless_sanitized
    def test_the_large_map_gives_the_papers_figures_or_better_ones(self):
        folder = os.environ.get("THRONG_BENCHMARKS", SOURCE.parent / "shared/benchmarks")
        path = pathlib.Path(folder) / "bgmaps" / f"{LARGE_MAP}.map"
        if not path.exists():
            self.skipTest(f"no {path}; THRONG_BENCHMARKS names the folder of MovingAI maps")
        table = self.table("--maps", path.resolve())
        rows = {search: table[str(path.resolve()), "top10", search] for search in SEARCHES}
        self.assertAlmostEqual(rows["octile"]["path_cost"], 30_463, delta=0.03 * 30_463)
        self.assertAlmostEqual(rows["textbook"]["nodes"], 5_961, delta=0.1 * 5_961)
        self.assertLess(rows["octile"]["nodes"], 5_961)
        self.assertLess(rows["gateway"]["nodes"], 2_361)
        self.assertGreaterEqual(rows["gateway"]["estimate"] / rows["gateway"]["path_cost"],
                                30_002 / 30_463)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: table1_test.py PATH_TO_THRONG SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
