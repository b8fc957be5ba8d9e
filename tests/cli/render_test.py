#!/usr/bin/env python3
"""Pictures of maps: python3 render_test.py PATH_TO_THRONG SOURCE_DIR"""

import json
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest

MAPS = pathlib.Path()  # the maps of this project; set below

CLOSED, OPEN = bytes((52, 58, 64)), bytes((246, 248, 249))
RED, BLUE, PURPLE = bytes((213, 94, 0)), bytes((0, 114, 178)), bytes((204, 121, 167))
VIOLET, YELLOW = bytes((68, 1, 84)), bytes((253, 231, 37))
SIDE = 50  # pixels of a cell where the longer side of a map has 20


class Render(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("wide.map", "type octile\nheight 9\nwidth 20\nmap\n" + 4 * (20 * "." + "\n")
                   + 10 * "." + "@" + 9 * "." + "\n" + 4 * (20 * "." + "\n"))
        self.write("one.csv", "2,6,17,6\n2,2,17,2\n")

    def render(self, *arguments):
        """Functions that return the pixel in the middle of a cell, and one near its corner."""
        self.passes("render", "wide.map", *arguments, "-o", "wide.png")
        width, height, rows = self.pixels("wide.png")
        self.assertEqual((width, height), (20 * SIDE, 9 * SIDE))
        middle = lambda x, y: rows[y * SIDE + SIDE // 2][x * SIDE + SIDE // 2]
        corner = lambda x, y: rows[y * SIDE + 3][x * SIDE + 3]
        return middle, corner

    def test_paths_lie_on_their_cells(self):
        self.passes("solve", "wide.map", "one.csv", "--paths", "paths")
        middle, _ = self.render("one.csv")
        paths = [[tuple(map(int, cell.split(","))) for cell in line.split()[1:]]
                 for line in self.read("paths").splitlines()]
        inner = {cell for path in paths for cell in path[1:-1]}
        ends = {cell for path in paths for cell in (path[0], path[-1])}  # half of them is red
        self.assertEqual(len(inner), 28)
        for x in range(20):
            for y in range(9):
                expected = RED if (x, y) in inner else CLOSED if (x, y) == (10, 4) else OPEN
                if (x, y) not in ends:
                    self.assertEqual(middle(x, y), expected, (x, y))

    def test_on_a_dark_page_open_cells_are_darker_than_closed_ones(self):
        middle, _ = self.render("one.csv", "--dark")
        self.assertLess(sum(middle(0, 0)), sum(middle(10, 4)))
        self.assertEqual(middle(9, 6), RED)

    def test_a_query_shows_what_its_search_expanded(self):
        for options in ("--algorithm", "astar", "--heuristic", "zero"), ("--algorithm", "fringe"):
            middle, corner = self.render("one.csv", "--query", "1", *options)
            self.write("two.csv", "2,2,17,2\n")
            report = json.loads(self.passes("solve", "wide.map", "two.csv", *options,
                                            "--json", "-"))
            # The signs of the ends cover the middle of their cells only.
            blue = sum(corner(x, y) == BLUE for x in range(20) for y in range(9))
            self.assertEqual(blue, report["expanded"])
            self.assertEqual(middle(5, 2), RED)
            self.assertNotEqual(middle(5, 6), RED)  # the path of the other query

    def test_fields_are_violet_at_their_source(self):
        middle, corner = self.render("--field", "0,0")
        self.assertEqual(corner(0, 0), VIOLET)
        self.assertEqual(middle(19, 8), YELLOW)
        self.assertEqual(middle(10, 4), CLOSED)

    def test_landmarks_gates_and_hubs_are_marked(self):
        plain = self.render()[0]
        self.assertEqual({plain(x, y) for x in range(20) for y in range(9)}, {OPEN, CLOSED})
        marked = self.render("--landmarks", "3")[0]
        self.assertEqual(sum(marked(x, y) == PURPLE for x in range(20) for y in range(9)), 3)
        gates = self.render("--gates")[0]
        self.assertTrue(any(gates(x, y) == RED for x in range(20) for y in range(9)))
        for y in 4, 8:  # from one side of the wall to the other one
            self.write("hub.csv", f"0,{y},19,4\n")
        hub = self.render("hub.csv", "--query", "0", "--hubs")[0]
        self.assertTrue(any(hub(x, y) == bytes(3) for x in range(20) for y in range(9)))

    def test_a_part_of_the_map_fills_the_picture(self):
        whole, _ = self.render("one.csv")
        for part, (left, top, columns, lines) in (("9,3,5,4", (9, 3, 5, 4)),
                                                  ("16,5,40,40", (16, 5, 4, 4)),
                                                  ("-5,-5,15,9", (0, 0, 10, 4))):
            self.passes("render", "wide.map", "one.csv", "--part", part, "-o", "part.png")
            width, height, rows = self.pixels("part.png")
            side = round(1000 / max(columns, lines))
            self.assertEqual((width, height), (columns * side, lines * side))
            for x in range(columns):
                for y in range(lines):
                    if (left + x, top + y) not in ((2, 2), (17, 2), (2, 6), (17, 6)):
                        self.assertEqual(rows[y * side + side // 2][x * side + side // 2],
                                         whole(left + x, top + y), (part, x, y))
        self.passes("render", MAPS / "terrain.map", "--topology", "hex", "--part", "3,4,5,6",
                    "-o", "part.png")
        width, height, rows = self.pixels("part.png")
        self.assertEqual((width, height), (5 * 167, 6 * 167 + 84))

    def test_all_grounds_have_a_picture(self):
        for options in (["--topology", "hex"], ["--topology", "tile"], ["--areas", "--gates"],
                        ["--terrain", "G:2,S:3,T:5"], ["--algorithm", "bidirectional"],
                        ["--algorithm", "textbook"], ["--hierarchy"]):
            for kind in "svg", "png":
                path = MAPS / "terrain.map"
                self.passes("render", path, f"{path}.scen", "--query", 9, *options,
                            "-o", f"x.{kind}")
        self.assertTrue(self.read("x.svg").startswith("<?xml"))

    def test_bad_use_is_refused(self):
        refused = lambda about, *options: self.refuses("render", "wide.map", *options, about=about)
        refused("--output", "one.csv")
        refused("QUERIES", "--query", "0", "-o", "x.png")
        refused("not below 2", "one.csv", "--query", "2", "-o", "x.png")
        refused("0,9", "--field", "0,9", "-o", "x.png")
        refused("10,4 is not an open cell", "--field", "10,4", "-o", "x.png")
        refused(".svg or .png", "-o", "x.gif")
        for part in "3,4,5", "3,4,0,5", "3,4,5,x", "":
            refused("is not a part of a map", "--part", part, "-o", "x.png")
        refused("no cell of the map", "--part", "20,0,3,3", "-o", "x.png")
        self.refuses("render", "no.map", "-o", "x.png", about="no.map")


if __name__ == "__main__":
    THRONG[:] = [pathlib.Path(sys.argv[1]).resolve()]
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
