#!/usr/bin/env python3
"""crowd as a user runs it: python3 crowd_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import json
import os
import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from program import ProgramTest

MAPS = pathlib.Path()
SVG = "{http://www.w3.org/2000/svg}"
OWN_MAPS = "corridor:1", "corridor:3", "crossing", "doors", "warehouse"


class Crowd(ProgramTest):
    def crowd(self, *words, **options):
        """The figures of a short game."""
        options = {"units": 60, "steps": 150, "threads": 1, **options}
        words += tuple(word for key, value in options.items()
                       for word in ("--" + key.replace("_", "-"), value))
        figures = json.loads(self.passes("crowd", *words, "--json", "-"))
        self.assertLessEqual(figures["blocked_steps"], figures["walking_steps"])
        self.assertAlmostEqual(figures["arrived_per_step"],
                               figures["arrived"] / figures["steps"])
        self.assertLessEqual(figures["delays"], figures["arrived"])
        return figures

    def test_the_figures_are_those_of_the_game(self):
        figures = self.crowd(MAPS / "caves.map")
        for key, value in (("map", str(MAPS / "caves.map")), ("scenario", "lifelong"),
                           ("width", 96), ("height", 64), ("topology", "octile"),
                           ("units", 60), ("steps", 150), ("goals", 0), ("bodies", "exact"),
                           ("window", 0), ("lanes", False), ("sizes", 1), ("periods", 1),
                           ("seed", 1),
                           ("threads", 1), ("decision_budget", 0),
                           ("field_cell_budget", 1_000_000), ("edits", 0), ("buildings", 0),
                           ("cut_off", 0), ("walking_steps", 60 * 150)):
            self.assertEqual(figures[key], value, key)
        for key in "arrived", "moves", "decisions", "fields_made", "crowd_bytes":
            self.assertGreater(figures[key], 0, key)
        self.assertGreater(figures["step_ms"]["max"], 0)
        self.assertGreaterEqual(figures["delay_steps"]["mean"], 0)
        self.assertRegex(figures["result_hash"], r"\A[0-9a-f]{16}\Z")
        self.tells_origin(figures, "throng crowd ")

    def test_units_arrive_in_each_scenario(self):
        for scenario in OWN_MAPS:
            for bodies in "exact", "synchronous":
                game = self.crowd(scenario=scenario, bodies=bodies, units=40)
                self.assertEqual((game["map"], game["scenario"]), ("", scenario))
                self.assertGreater(game["arrived"], 0, (scenario, bodies))
                self.assertEqual(game["cut_off"], 0)

    def test_two_units_pass_each_other_in_a_corridor(self):
        for bodies in "exact", "synchronous":
            game = self.crowd(scenario="corridor:1", units=2, steps=500, bodies=bodies)
            self.assertGreater(game["arrived"], 8, bodies)

    def test_a_unit_alone_is_never_late(self):
        for options in {}, {"periods": 7, "seed": 3}, {"topology": "tile"}:
            game = self.crowd(MAPS / "caves.map", units=1, steps=1000, **options)
            self.assertGreater(game["delays"], 5)
            self.assertEqual(game["delay_steps"], {"mean": 0, "p50": 0, "p99": 0, "max": 0})
            self.assertEqual(game["blocked_steps"], 0)

    def test_a_siege_ends_when_all_stand_around_the_goal(self):
        game = self.crowd(MAPS / "caves.map", scenario="siege", steps=600)
        self.assertEqual((game["at_goal"], game["cut_off"]), (60, 0))
        self.assertGreaterEqual(game["arrived"], 60)
        self.assertLess(game["last_arrival"], 600)

    def test_a_game_is_the_same_on_any_number_of_threads(self):
        for words in (["--scenario", "corridor:3", "--lanes"],
                      ["--scenario", "warehouse", "--bodies", "synchronous"],
                      [MAPS / "caves.map", "--scenario", "siege", "--sizes", 2],
                      [MAPS / "caves.map", "--edits", 2, "--periods", 3, "--goals", 9],
                      [MAPS / "demo.map", "--decisions", 20, "--field-cells", 9000]):
            games = [self.crowd(*words, threads=threads) for threads in (1, 2, 7)]
            self.assertEqual([game["threads"] for game in games], [1, 2, 7])
            for key in ("result_hash", "arrived", "delay_steps", "walking_steps",
                        "blocked_steps", "moves", "decisions", "fields_made", "buildings"):
                self.assertEqual([game[key] for game in games], 3 * [games[0][key]],
                                 (words, key))

    def test_chance_comes_from_the_seed_alone(self):
        first = self.crowd(scenario="doors")
        self.assertEqual(self.crowd(scenario="doors")["result_hash"], first["result_hash"])
        other = self.crowd(scenario="doors", seed=2)
        self.assertEqual(other["seed"], 2)
        self.assertNotEqual(other["result_hash"], first["result_hash"])

    def test_the_rows_of_the_steps_add_up(self):
        game = self.crowd(scenario="crossing", csv="steps.csv")
        rows = list(csv.DictReader(self.read("steps.csv").splitlines()))
        self.assertEqual([int(row["step"]) for row in rows], list(range(150)))
        for column, key in (("walking", "walking_steps"), ("blocked", "blocked_steps"),
                            ("started", "moves"), ("arrived", "arrived"),
                            ("decisions", "decisions"), ("fields_made", "fields_made")):
            self.assertEqual(sum(int(row[column]) for row in rows), game[key], column)

    def test_budgets_limit_each_step(self):
        self.crowd(MAPS / "demo.map", decisions=7, field_cells=1, csv="steps.csv")
        rows = list(csv.DictReader(self.read("steps.csv").splitlines()))
        # The last unit that decides may push others.
        self.assertLess(max(int(row["decisions"]) for row in rows), 7 + 10)
        self.assertGreater(sum(int(row["blocked"]) for row in rows), 150 * 40)
        self.assertEqual(max(int(row["fields_made"]) for row in rows), 1)

    def test_lanes_help_where_streams_meet(self):
        free, lanes = (self.crowd(*words, scenario="corridor:2", steps=1000, topology="tile")
                       for words in ((), ("--lanes",)))
        self.assertEqual((free["lanes"], lanes["lanes"]), (False, True))
        self.assertGreater(lanes["arrived"], 1.5 * free["arrived"])

    def test_plans_help_in_aisles(self):
        free, planned = (self.crowd(scenario="warehouse", units=400, steps=300,
                                    topology="tile", bodies="synchronous", **window)
                         for window in ({}, {"window": 14}))
        self.assertEqual((free["window"], planned["window"]), (0, 14))
        self.assertGreater(planned["arrived"], 1.1 * free["arrived"])

    def test_buildings_change_the_map(self):
        game = self.crowd(MAPS / "caves.map", edits=2, sizes=2)
        self.assertEqual(game["edits"], 2)
        self.assertGreater(game["buildings"], 0)
        self.assertGreater(game["arrived"], 0)
        self.assertIn("before each step", self.passes("crowd", MAPS / "caves.map", "--edits", 1,
                                                      "--steps", 20))

    def test_the_table_names_what_counts(self):
        text = self.passes("crowd", "--scenario", "corridor:3", "--steps", 100)
        for part in ("that of the scenario", "78 x 24 cells", "corridor:3",
                     "100 units, 100 steps, seed 1, exact bodies", "per step", "delays",
                     "unit-steps", "blocked", "decisions", "hash"):
            self.assertIn(part, text)

    def test_a_picture_shows_walls_and_units(self):
        self.crowd(scenario="corridor:3", picture="x.png")
        width, height, rows = self.pixels("x.png")
        self.assertEqual((width, height), (78 * 13, 24 * 13))
        closed = lambda x, y: rows[y * 13 + 6][x * 13 + 6] == bytes((52, 58, 64))
        for x in range(78):
            for y in range(24):
                self.assertEqual(closed(x, y), 24 <= x < 54 and not 10 <= y < 13, (x, y))
        colours = {bytes((0, 114, 178)), bytes((230, 159, 0))}
        units = sum(rows[y * 13 + 6][x * 13 + 6] in colours
                    for x in range(78) for y in range(24))
        self.assertEqual(units, 60)
        self.crowd(scenario="corridor:3", picture="x.svg")
        xml.etree.ElementTree.parse(self.folder / "x.svg")

    def moments(self, name):
        """The places of each unit of an animation, after each step."""
        root = xml.etree.ElementTree.parse(self.folder / name).getroot()
        self.assertEqual(root.tag, SVG + "svg")
        units = root.findall(SVG + "circle") + root.findall(SVG + "rect")[1:]
        for unit in units:
            moved = unit.find(SVG + "animateTransform")
            values = ([unit.get("transform")[len("translate("):-1]] * 101 if moved is None
                      else moved.get("values").split(";"))
            yield [tuple(map(float, value.split(","))) for value in values]

    def test_an_animation_shows_the_first_hundred_steps(self):
        for bodies in "exact", "synchronous":
            self.crowd(scenario="corridor:3", bodies=bodies, animate="x.svg")
            units = list(self.moments("x.svg"))
            self.assertEqual([len(unit) for unit in units], [101] * 60)
            for step in range(101):  # never two units in a cell
                self.assertEqual(len({unit[step] for unit in units}), 60)
            for unit in units:  # at most one cell in a step
                for (x, y), (u, v) in zip(unit, unit[1:]):
                    self.assertLessEqual(max(abs(u - x), abs(v - y)), 1)
        self.crowd(scenario="corridor:3", sizes=3, periods=4, units=20, animate="x.svg")
        self.assertEqual(len(list(self.moments("x.svg"))), 20)
        self.crowd(scenario="corridor:3", steps=7, animate="x.svg")
        self.assertEqual({len(unit) for unit in self.moments("x.svg")} - {101}, {8})

    def test_small_maps_are_maps(self):
        row = "type octile\nheight 1\nwidth 9\nmap\n.........\n"
        self.write("row.map", row)
        self.write("cell.map", row.replace("9", "1").replace(".........", "."))
        self.assertGreater(self.crowd("row.map", units=2)["arrived"], 0)
        self.assertEqual(self.crowd("cell.map", units=1)["arrived"], 0)
        self.refuses("crowd", "row.map", "--units", 10, about="room for 9 units only")

    def test_robots_of_the_league_do_their_tasks(self):
        # A ring of 16 cells around stations and walls, cells counted row by row.
        self.write("league.map", "height 5\nwidth 5\nmap\n.....  \n.#E#.\n.###.\n.#E#.\n.....\n")
        self.write("two.agents", "# League\n2\n0\n24\n")
        self.write("long.tasks", "2\n4,20\n7,17,7\n")
        rules = {"terrain": "E:1,#:0", "topology": "tile"}
        robots = {"agents": "two.agents", "tasks": "long.tasks"}
        game = self.crowd("league.map", units=2, steps=600, **rules, **robots)
        self.assertEqual((game["units"], game["tasks"], game["cut_off"]), (2, 2, 0))
        self.assertGreater(game["tasks_finished"], 20)
        self.assertGreaterEqual(game["arrived"], 2 * game["tasks_finished"])
        alone = self.crowd("league.map", units=1, steps=13, agents="two.agents",
                           tasks="long.tasks", **rules)
        # 4 steps to cell 4 and 8 to cell 20, where the task ends.
        self.assertEqual((alone["arrived"], alone["tasks_finished"]), (2, 1))
        text = self.passes("crowd", "league.map", "--terrain", "E:1,#:0", "--agents",
                           "two.agents", "--tasks", "long.tasks", "--steps", 50)
        self.assertIn("2 units, 50 steps", text)
        self.assertRegex(text, r"tasks +\d+ finished, ")

    def test_robots_that_do_not_fit_the_map_are_refused(self):
        self.write("wall.map", "height 1\nwidth 4\nmap\n.@..\n")
        def refuse(agents, tasks="1\n3\n", about="", options=()):
            self.write("some.agents", agents)
            self.write("some.tasks", tasks)
            self.refuses("crowd", "wall.map", "--agents", "some.agents", "--tasks",
                         "some.tasks", *options, about=about)
        refuse("1\n4\n", about="some.agents: line 2: a cell: 4 lies outside the map")
        refuse("1\n0\n", "1\n3;2\n", about="some.tasks: line 2")
        closed = lambda file, line: rf"{file}: line {line}: a cell: 1, at 1,0, is closed"
        refuse("2\n0\n1\n", about=closed("some.agents", 3))
        refuse("1\n0\n", "2\n0\n3,1\n", about=closed("some.tasks", 3))
        refuse("2\n0\n# the same\n0\n", about="some.agents: line 4: another unit stands")
        refuse("1\n0\n", options=("--units", 2), about="1 agent for --units 2")
        refuse("1\n0\n", options=("--goals", 2), about="--goals")
        refuse("1\n0\n", options=("--scenario", "siege"), about="--tasks")
        self.refuses("crowd", "--scenario", "doors", "--agents", "some.agents", about="--agents")
        self.write("wall.map", "height 2\nwidth 4\nmap\n.@..\n.@..\n")
        refuse("3\n0\n4\n3\n", "1\n2\n", options=("--sizes", 2, "--seed", 5),
               about="some.agents: line 4: the unit at 3,0 is outside of the map, or does not")

    def test_bad_use_is_refused(self):
        own = lambda *words, about: self.refuses("crowd", "--scenario", *words, about=about)
        self.refuses("crowd", about="needs a MAP")
        own("siege", about="needs a MAP")
        self.refuses("crowd", "small.map", "--scenario", "doors", about="leave out MAP")
        self.refuses("crowd", "missing", about="missing")
        for word in "corridor", "corridor:", "corridor:0", "corridor:25", "door":
            own(word, about="--scenario")
        own("corridor:1", "--lanes", about="--lanes")
        own("doors", "--lanes", about="--lanes")
        own("doors", "--edits", 1, about="--edits")
        own("doors", "--sizes", 2, about="too large for this scenario")
        own("corridor:3", "--sizes", 4, about="too large for this scenario")
        own("crossing", "--units", 5000, about="room for")
        own("crossing", "--units", 501, "--animate", "x.svg", about="--animate")
        own("doors", "--animate", "x.png", about="ends in .svg")
        own("doors", "--picture", "x.gif", about=".svg or .png")
        own("doors", "--bodies", "synchronous", "--sizes", 2, about="--sizes")
        own("doors", "--bodies", "synchronous", "--periods", 2, about="--periods")
        own("doors", "--topology", "tile", "--window", 9, about="--bodies synchronous")
        own("doors", "--bodies", "synchronous", "--window", 9, about="--topology tile")
        own("doors", "--window", 63, about="--window")
        self.refuses("crowd", "small.map", "--scenario", "siege", "--goals", 3, about="--goals")
        self.refuses("crowd", "small.map", "--topology", "hex", about="four or eight")
        self.refuses("crowd", "small.map", "--csv", "small.map", about="is read")
        self.write("walls.map", "type octile\nheight 1\nwidth 1\nmap\n@\n")
        self.refuses("crowd", "walls.map", about="walls.map: there is no open cell")
        for option, values in (("--units", (0, -1, "x")), ("--steps", (0, "1.5")),
                               ("--goals", (0, 1, "x")), ("--bodies", ("soft",)),
                               ("--sizes", (0, 17)), ("--periods", (0, 256)),
                               ("--edits", (0, "x")), ("--decisions", (0, "x")),
                               ("--field-cells", (0, "x")), ("--seed", (-1, "x")),
                               ("--threads", (-1, "x")), ("--json", ("no/game.json",))):
            for value in values:
                self.refuses("crowd", "small.map", option, value, about=str(value) or option)

    def test_the_command_explains_itself_with_an_example(self):
        self.assertIn("Example:\n  throng crowd ", self.passes("crowd", "--help"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: crowd_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
