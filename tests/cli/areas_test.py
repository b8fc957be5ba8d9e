#!/usr/bin/env python3
"""Areas, dead ends and gates: python3 areas_test.py PATH_TO_THRONG SOURCE_DIR"""

import itertools
import json
import os
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import SANITIZED, THRONG, ProgramTest

MAPS = pathlib.Path()  # the maps of this project; set below

SEARCHES = [("--heuristic", "deadend"), ("--heuristic", "gateway"), ("--heuristic", "best"),
            ("--heuristic", "best", "--landmarks", 3),
            ("--heuristic", "best", "--landmarks", 3, "--metric", "steps", "--gates"),
            ("--areas",), ("--gates",), ("--landmarks", 3, "--areas")]


class Areas(ProgramTest):
    def summary(self, name, *options):
        path = MAPS / f"{name}.map"
        return json.loads(self.passes("solve", path, f"{path}.scen", "--json", "-", *options))

    def test_every_search_finds_the_promised_lengths(self):
        for name in ("maze",) if SANITIZED else ("caves", "maze", "rooms"):
            total = self.summary(name)["length_sum"]
            for algorithm, search in itertools.product(("astar", "jps"), SEARCHES):
                summary = self.summary(name, "--check", "--algorithm", algorithm, *search)
                self.assertEqual(summary["mismatches"], 0)
                self.assertAlmostEqual(summary["length_sum"], total, places=6)

    def test_other_rules_and_scanning_keep_all_costs(self):
        all_rules = (("--topology", "tile"), ("--jumps", "scan"), ("--corners", "always"),
                     ("--costs", "1/1"), ("--costs", "bg2006"))
        for rules in all_rules[:2] if SANITIZED else all_rules:
            plain = () if rules[0] == "--jumps" else rules
            costs = self.costs(*plain, "--algorithm", "astar")
            for search in SEARCHES[:5]:
                self.assertEqual(self.costs(*rules, *search), costs, (rules, search))

    def costs(self, *options):
        path = MAPS / "caves.map"
        self.passes("solve", path, f"{path}.scen", "--csv", "out.csv", *options)
        lines = [line.split(",") for line in self.read("out.csv").splitlines()]
        return [row[lines[0].index("cost")] for row in lines[1:]]

    def test_threads_change_nothing(self):
        for search in SEARCHES[:5]:
            one, two = (self.summary("rooms", "--threads", n, *search) for n in (1, 2))
            for key in "result_hash", "expanded", "generated", "reopened", "index_bytes":
                self.assertEqual(one[key], two[key], (search, key))

    def test_dead_ends_and_gates_save_expansions(self):
        plain = self.summary("maze", "--algorithm", "astar")["expanded"]
        for heuristic in "deadend", "gateway":
            summary = self.summary("maze", "--algorithm", "astar", "--heuristic", heuristic)
            self.assertLess(summary["expanded"], plain / 2)
            self.assertEqual(summary["heuristic"], heuristic)

    def test_gates_past_the_memory_allowed_are_refused_with_the_figure(self):
        self.write("noise.map", "type octile\nheight 64\nwidth 64\nmap\n" + "".join(
            "".join("@" if (x * 7 + y * 13 + x * y) % 5 == 0 else "." for x in range(64)) + "\n"
            for y in range(64)))
        info, = json.loads(self.passes("info", "noise.map", "--json"))
        needed = 4 * info["gates"] ** 2 / 2 ** 20
        self.assertGreater(needed, 1)
        self.write("q.csv", "0,1,5,5\n")
        told = (f"noise.map: the matrix of {info['gates']} gates needs {needed:.1f} MB, more than "
                "the 1.0 MB allowed; --gate-memory MB raises the limit\n")
        solve = ["solve", "noise.map", "q.csv"]
        for command in (["info", "noise.map", "--gates"], [*solve, "--gates"],
                        [*solve, "--heuristic", "gateway"]):
            self.refuses(*command, "--gate-memory", 1, about=told)
        self.passes("info", "noise.map", "--gates", "--gate-memory", int(needed) + 1)

    def test_info_counts_and_weighs_them(self):
        plain, = json.loads(self.passes("info", MAPS / "rooms.map", "--json"))
        self.assertGreater(plain["areas"], 1)
        self.assertGreaterEqual(plain["borders"], plain["areas"] - plain["components"])
        self.assertGreaterEqual(plain["gates"], 2 * (plain["areas"] - plain["components"]))
        info, = json.loads(self.passes("info", MAPS / "rooms.map", "--json", "--gates"))
        self.assertGreaterEqual(info["gate_bytes"], 4 * info["gates"] ** 2)
        self.assertGreater(info["area_bytes"], 0)

    def test_bad_use_is_refused(self):
        path = MAPS / "rooms.map"
        for options, about in (
                (["--gate-memory", 5], "--gate-memory requires --gates"),
                (["--gates", "--gate-memory", 0], "'0'"),
                (["--gates", "--gate-memory", "x"], "'x'"),
                (["--heuristic", "deadend", "--algorithm", "textbook"], "textbook"),
                (["--heuristic", "gateway", "--algorithm", "textbook"], "textbook")):
            self.refuses("solve", path, f"{path}.scen", *options, about=about)


class Picture(ProgramTest):
    def test_the_picture_shows_each_cell_and_areas_of_several_colours(self):
        self.write("two.map", "type octile\nheight 3\nwidth 5\nmap\n..@..\n.....\n..@..\n")
        text = self.passes("experiment", "areas", "--map", "two.map", "--plot", "two.png")
        self.assertRegex(text, r"\nareas +[2-9]")
        width, height, rows = self.pixels("two.png")
        self.assertEqual((width % 5, height % 3), (0, 0))
        side = width // 5
        colours = {(x, y): rows[y * side][x * side] for x in range(5) for y in range(3)}
        self.assertEqual(colours[2, 0], colours[2, 2])
        self.assertNotEqual(colours[0, 0], colours[2, 0])
        self.assertGreater(len(set(colours.values())), 2)

    def test_an_svg_has_the_size_and_the_colours_of_a_png(self):
        for name in "a.svg", "b.svg", "a.png", "b.png":
            self.passes("experiment", "areas", "--map", MAPS / "rooms.map", "-o", name)
        for kind in "svg", "png":
            self.assertEqual((self.folder / f"a.{kind}").read_bytes(),
                             (self.folder / f"b.{kind}").read_bytes())
        width, height, rows = self.pixels("a.png")
        svg = self.read("a.svg")
        self.assertIn(f'viewBox="0 0 {width} {height}"', svg)
        shades = {tuple(round(float(part) * 2.55) for part in colour) for colour in
                  re.findall(r"fill:rgb\(([\d.]+)%,([\d.]+)%,([\d.]+)%\)", svg)}
        self.assertLessEqual({tuple(pixel) for row in rows for pixel in row}, shades)

    def test_odd_maps_have_a_picture(self):
        for rows in (["."], ["@"], ["....@...@."], [".", ".", "@", "."]):
            self.write("odd.map", f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\n"
                                  "map\n" + "".join(row + "\n" for row in rows))
            self.passes("experiment", "areas", "--map", "odd.map", "-o", "odd.png")

    def test_what_cannot_be_read_or_written_is_refused(self):
        self.refuses("experiment", "areas", "--map", "no.map", "-o", "x.png", about="no.map")
        self.refuses("experiment", "areas", "--map", MAPS / "rooms.map", "-o", "no/x.png",
                     about="no/x.png")
        self.refuses("experiment", "areas", "--map", MAPS / "rooms.map", "--topology", "hex",
                     about="areas need a grid of squares")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: areas_test.py PATH_TO_THRONG SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
