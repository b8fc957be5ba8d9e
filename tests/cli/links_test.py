#!/usr/bin/env python3
"""Links as a user gives them: python3 links_test.py PATH_TO_THRONG"""

import csv
import io
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from fields_test import parse_npy
from program import ROOT2, ProgramTest, in_turn, scenario

WALLED_MAP = "type octile\nheight 3\nwidth 7\nmap\n" + "...@...\n" * 3
LINKS = "# a portal, one way\n\n2,1,4,1,3\n"
NONE = 0xFFFFFFFF


class LinksTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("walled.map", WALLED_MAP)
        self.write("portal.csv", LINKS)
        self.write("q.csv", "0,0,6,0\n6,0,0,0\n")

    def solved(self, *options):
        return json.loads(self.passes("solve", "walled.map", "q.csv", "--json", "-", *options))

    def rows(self, *options):
        text = self.passes("solve", "walled.map", "q.csv", "--csv", "-", *options)
        return [(row["status"], row["length"]) for row in csv.DictReader(io.StringIO(text))]


class Links(LinksTest):
    def test_a_link_is_taken_one_way_at_its_price(self):
        there = f"{3 + 2 + 2 * ROOT2:.8f}"
        self.assertEqual(self.rows(), [("unreachable", "")] * 2)
        self.assertEqual(self.rows("--links", "portal.csv"),
                         [("found", there), ("unreachable", "")])
        self.write("both.csv", LINKS + "4,1,2,1,3\r\n")
        for options in [], ["--landmarks", 3], ["--algorithm", "bidirectional"]:
            self.assertEqual(self.rows("--links", "both.csv", *options), [("found", there)] * 2)
        self.assertEqual(self.rows("--links", "portal.csv", "--topology", "tile")[0],
                         ("found", "9.00000000"))

    def test_paths_go_over_links_and_are_validated_with_them(self):
        links = ["--links", "portal.csv"]
        self.passes("solve", "walled.map", "q.csv", "--paths", "p", *links)
        self.assertIn(" 2,1 4,1 ", self.read("p"))
        self.passes("validate", "walled.map", "q.csv", "p", *links)
        run = self.run_throng("validate", "walled.map", "q.csv", "p")
        self.assertEqual(run.returncode, 1)
        self.assertIn("nothing joins its ends", run.stderr)
        self.write("q.scen", scenario([((0, 0), (6, 0), 5 + 2 * ROOT2),
                                       ((6, 0), (0, 0), -1)], 7, 3).replace("small", "walled"))
        self.passes("solve", "walled.map", "q.scen", "--check", "--paths", "p", *links)
        self.passes("validate", "walled.map", "q.scen", "p", *links)
        self.write("costly.csv", LINKS.replace("1,3\n", "1,4\n"))
        run = self.run_throng("validate", "walled.map", "q.scen", "p", "--links", "costly.csv")
        self.assertIn("is 8.828427 long, but the scenario says 7.82842", run.stderr)

    def test_links_count_beside_weights_and_unit_sizes(self):
        self.assertEqual(self.rows("--links", "portal.csv", "--terrain", ".:2")[0][1],
                         f"{2 * (2 + 2 * ROOT2) + 3:.8f}")
        # A unit of 2 x 2 cells has no room at 2,1: the link cannot be taken.
        self.write("q.csv", "0,0,5,0\n")
        self.assertEqual(self.rows("--links", "portal.csv", "--unit-size", 2)[0],
                         ("unreachable", ""))
        self.write("wide.csv", "1,1,4,1,3\n")
        self.assertEqual(self.rows("--links", "wide.csv", "--unit-size", 2)[0][0], "found")

    def test_a_link_to_a_closed_cell_is_there_in_vain(self):
        self.write("door.csv", LINKS + "0,0,3,0,1\n")
        summary = self.solved("--links", "door.csv")
        self.assertEqual((summary["links"], summary["plain"], summary["found"]), (1, False, 1))
        self.write("closed.csv", "0,0,3,0,1\n")
        summary = self.solved("--links", "closed.csv")
        self.assertEqual((summary["links"], summary["plain"]), (0, True))

    def test_the_summary_and_info_tell_of_links(self):
        text = self.passes("solve", "walled.map", "q.csv", "--links", "portal.csv")
        self.assertIn("plain, 1 usable link of portal.csv", text)
        self.assertIn("astar, octile heuristic", text)
        self.assertEqual(self.solved()["links"], 0)
        self.assertRegex(self.passes("info", "walled.map", "--links", "portal.csv"), " links ")
        info, = json.loads(self.passes("info", "walled.map", "--json", "--links",
                                       "portal.csv", "--landmarks", 2))
        self.assertEqual((info["links"], info["components"], info["jump_graph"]), (1, 1, False))

    def test_fields_and_matrices_take_links(self):
        tile = ["--topology", "tile", "--links", "portal.csv"]
        self.passes("field", "walled.map", "--from", "2,1", "-o", "f.npy", *tile)
        self.assertEqual(parse_npy((self.folder / "f.npy").read_bytes()),
                         [[3, 2, 1, NONE, 4, 5, 6], [2, 1, 0, NONE, 3, 4, 5],
                          [3, 2, 1, NONE, 4, 5, 6]])
        self.write("p.txt", "2,1\n4,1\n")
        self.passes("matrix", "walled.map", "p.txt", "-o", "m.npy", *tile)
        self.assertEqual(parse_npy((self.folder / "m.npy").read_bytes()), [[0, 3], [NONE, 0]])


class HostileInput(LinksTest):
    def commands(self):
        """Every command that has the option, ready for more."""
        self.write("p.txt", "0,0\n")
        self.write("q.paths", "0\n1\n")
        return (["solve", "walled.map", "q.csv", "--json", "out"],
                ["validate", "walled.map", "q.csv", "q.paths"],
                ["info", "walled.map"],
                ["field", "walled.map", "--from", "0,0", "-o", "out"],
                ["matrix", "walled.map", "p.txt", "-o", "out"])

    def test_bad_files_of_links_are_refused_by_every_command(self):
        for command, (text, about) in in_turn(self.commands(), (
                ("2,1,4,1\n", "line 1: '2,1,4,1' is not a link such as 3,4,20,8,1"),
                ("2,1,4,1,3,9\n", "line 1"), ("2 1 4 1 3\n", "line 1"),
                (LINKS + "a,b,c,d,e\n", "line 4: 'a,b,c,d,e'"),
                ("2,1,7,1,3\n", "line 1: 7,1 lies outside the map of 7 x 3"),
                ("\n2,-1,4,1,3\n", "line 2: 2,-1 lies outside"),
                ("2,1,2,1,3\n", "line 1: the link from 2,1 leads nowhere"),
                ("2,1,4,1,0\n", "line 1: the weight of a link must be 1 to 16383, not 0"),
                ("2,1,4,1,16384\n", "line 1"), ("2,1,4,1,99999999999\n", "line 1"),
                (b"\x00\xff\xfe\x00" * 100, "line 1"), (WALLED_MAP, "line 1"))):
            self.write("bad.csv", text)
            self.refuses(*command, "--links", "bad.csv", about="bad.csv: " + about)
        self.write("many.csv", "2,1,4,1,3\n" * 201)
        for command in self.commands():
            if command[0] != "validate":  # which builds no grid
                self.refuses(*command, "--links", "many.csv",
                             about="more than 200 links begin at 2,1")
            self.refuses(*command, "--links", "missing", about="missing")
            self.refuses(*command, "--links", about="--links")

    def test_what_links_do_not_allow_is_refused(self):
        solve = ["solve", "walled.map", "q.csv", "--json", "out", "--links", "portal.csv"]
        for options, about in ((["--jumps", "graph"], "without links"),
                               (["--areas"], "no links"), (["--gates"], "no links"),
                               (["--algorithm", "jps"], "no links"),
                               (["--algorithm", "textbook"], "without links"),
                               (["--algorithm", "idastar"], "without links"),
                               (["--heuristic", "euclid"], "is not admissible with links")):
            self.refuses(*solve, *options, about=about)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: links_test.py PATH_TO_THRONG")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
