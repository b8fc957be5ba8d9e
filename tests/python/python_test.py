#!/usr/bin/python3
"""The Python module: python_test.py PACKAGE_DIR PATH_TO_THRONG SOURCE_DIR"""
import ast
import csv
import gc
import inspect
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.dont_write_bytecode = True
package, program, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
sys.path.insert(0, package)

import numpy as np

import throng


def address(array):
    return array.__array_interface__["data"][0]


def points(size, seed, side=60):
    return np.random.default_rng(seed).integers(0, side, (size, 2), dtype=np.int32)


def caves(side=60):
    return throng.generate("caves", side, side, seed=3)


def resident_bytes():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


class Answers(unittest.TestCase):
    def test_hashes_are_those_of_the_program(self):
        for path in sorted((root / "maps").glob("*.map")):
            scenario = throng.read_scenario(f"{path}.scen")
            for words, options in (((), {}), (("--hubs",), {"landmarks": 0, "hubs": True}),
                                   (("--algorithm", "front"),
                                    {"landmarks": 0, "fronts": True})):
                with self.subTest(map=path.name, words=words):
                    ran = subprocess.run(
                        [program, "solve", path, f"{path}.scen", "--json", "-", *words],
                        check=True, capture_output=True, text=True)
                    world = throng.Grid(path)
                    if options:
                        world = throng.Index(world, **options)
                    algorithm = "front" if "fronts" in options else "auto"
                    batch = throng.Solver(world, algorithm=algorithm).solve(
                        scenario.starts, scenario.goals)
                    self.assertEqual(f"{batch.hash:016x}",
                                     json.loads(ran.stdout)["result_hash"])

    def test_paths_of_each_choice_of_ties_are_those_of_the_program(self):
        path = root / "maps/caves.map"
        scenario = throng.read_scenario(f"{path}.scen")
        hashes = set()
        for ties in ("canonical", "straight", "few_turns", "same_way_back", "lanes"):
            with self.subTest(ties=ties):
                ran = subprocess.run(
                    [program, "solve", path, f"{path}.scen", "--json", "-", "--ties", ties],
                    check=True, capture_output=True, text=True)
                batch = throng.Solver(throng.Grid(path), ties=ties).solve(
                    scenario.starts, scenario.goals)
                self.assertEqual(f"{batch.hash:016x}", json.loads(ran.stdout)["result_hash"])
                hashes.add(batch.hash)
        self.assertEqual(len(hashes), 5)
        with self.assertRaisesRegex(ValueError, "canonical"):
            throng.Solver(throng.Grid(path), ties="zigzag")

    def test_paths_and_cells_agree_with_moves(self):
        grid = throng.Grid(caves())
        starts, goals = points(50, 1), points(50, 2)
        batch = throng.Solver(grid).solve(starts, goals)
        cells, begin = batch.cells()
        self.assertEqual(begin[-1], len(cells))
        dx, dy = [0, 1, 0, -1, 1, 1, -1, -1], [-1, 0, 1, 0, -1, 1, 1, -1]
        self.assertTrue(batch.found.any())
        for i, found in enumerate(batch.found):
            path = batch.path(i)
            np.testing.assert_array_equal(path, cells[begin[i]:begin[i + 1]])
            if not found:
                self.assertEqual(path.shape, (0, 2))
                continue
            moves = batch.moves[batch.path_begin[i]:batch.path_begin[i + 1]]
            at = starts[i] + np.cumsum([[dx[m], dy[m]] for m in moves], axis=0)
            np.testing.assert_array_equal(path[0], starts[i])
            np.testing.assert_array_equal(path[1:], at.reshape(-1, 2))
            np.testing.assert_array_equal(path[-1], goals[i])
        np.testing.assert_array_equal(batch.path(-1), batch.path(49))
        self.assertRaises(IndexError, batch.path, 50)

    def test_turning_points_and_runs_are_those_of_the_moves(self):
        grid = throng.Grid(caves())
        starts, goals = points(300, 1), points(300, 2)
        batch = throng.Solver(grid, ties="straight").solve(starts, goals)
        corners, begin = batch.turning_points(workers=throng.Workers(2))
        moves, counts, run_begin = batch.runs()
        np.testing.assert_array_equal(np.repeat(moves, counts), batch.moves)
        self.assertEqual((begin[0], begin[-1], run_begin[-1]), (0, len(corners), len(moves)))
        self.assertTrue(0 < batch.found.sum() < 300)
        dx = np.array([0, 1, 0, -1, 1, 1, -1, -1])
        dy = np.array([-1, 0, 1, 0, -1, 1, 1, -1])
        for i, found in enumerate(batch.found):
            turns = corners[begin[i]:begin[i + 1]]
            runs = slice(run_begin[i], run_begin[i + 1])
            if not found:
                self.assertEqual(len(turns) + len(moves[runs]), 0)
                continue
            self.assertTrue((np.diff(moves[runs].astype(int)) != 0).all())
            steps = np.stack([dx[moves[runs]], dy[moves[runs]]], axis=1)
            walked = starts[i] + np.cumsum(steps * counts[runs, None], axis=0)
            np.testing.assert_array_equal(turns[0], starts[i])
            np.testing.assert_array_equal(turns[1:], walked)
        self.assertRaises(ValueError, throng.Solver(grid).solve(
            starts, goals, paths=False).turning_points)
        self.assertEqual(len(throng.Batch().turning_points()[0]), 0)

    def test_maps_of_an_alphabet_of_ones_own(self):
        rows = ".E#.", "...."
        own = "E:1,#:0"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "own.map"
            path.write_text("height 2\nwidth 4\nmap\n" + "\n".join(rows) + "\n")
            with self.assertRaisesRegex(ValueError, "line 4: 'E' at 1,0"):
                throng.read_map(path)
            characters = throng.read_map(path, own)
            worlds = throng.Grid(path, terrain=own), throng.Grid(characters, terrain=own)
        for world in worlds:
            batch = throng.Solver(world).solve([(0, 0), (0, 0)], [(1, 0), (2, 0)])
            self.assertEqual(batch.found.tolist(), [True, False])
        with self.assertRaisesRegex(ValueError, "row 0, column 2"):
            throng.Grid(characters, terrain="E:1")
        living = throng.LivingMap(characters, terrain=own, landmarks=0)
        living.edit([("terrain", 0, 0, 1, 1, "E"), ("terrain", 1, 0, 1, 1, "#")])
        batch = throng.Solver(living.grid()).solve([(0, 0), (0, 0)], [(1, 0), (0, 1)])
        self.assertEqual(batch.found.tolist(), [False, True])

    def test_costs_as_arrays(self):
        cost = np.ones((3, 4), dtype=np.int64)
        cost[0, 1] = 0
        cost[1] = 5
        grid = throng.Grid(cost, topology="tile", cost_model="enter")
        self.assertEqual(grid.shape, (3, 4))
        np.testing.assert_array_equal(grid.is_open([[1, 0], [0, 1], [9, 9]]),
                                      [False, True, False])
        batch = throng.Solver(grid).solve([[0, 0]], [[0, 2]])
        self.assertEqual(batch.cost[0], 5 + 1)
        field = throng.field(grid, [[0, 0]])
        self.assertEqual(field[2, 0], 6)  # [y, x]
        self.assertEqual(field[0, 1], throng.UNREACHABLE)

    def test_fronts_come_back_from_a_file_and_say_why_they_are_missing(self):
        grid = throng.Grid(caves())
        index = throng.Index(grid, landmarks=0, fronts=True)
        self.assertEqual((index.fronts, index.fronts_skipped), (True, ""))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "caves.index"
            index.save(path)
            self.assertTrue(throng.Index.load(path, grid).fronts)
        small = throng.Index(grid, fronts=True, front_memory=1000)
        self.assertFalse(small.fronts)
        self.assertIn("fronts need more memory", small.fronts_skipped)
        parts = {part["name"]: part for part in small.parts}
        self.assertEqual(set(parts), {"jump graph", "fronts", "landmarks"})
        self.assertEqual(parts["fronts"]["refusal"], small.fronts_skipped)
        self.assertEqual((parts["fronts"]["present"], parts["fronts"]["nbytes"]), (False, 0))
        self.assertGreater(parts["landmarks"]["nbytes"], 0)
        self.assertEqual({part["lack"] for part in small.parts}, {""})

    def test_lines_say_why_they_have_no_labels(self):
        for memory, why in (1000, "need more than the 0.0 MB allowed"), (0, ""):
            part, = throng.Index(throng.Grid(caves()), landmarks=0, jump_graph=False, lines=True,
                                 lines_memory=memory).parts
            self.assertEqual((part["name"], part["present"], part["refusal"]),
                             ("lines", True, ""))
            self.assertIn(why, part["lack"])
            self.assertEqual(bool(part["lack"]), bool(why))

    def test_a_hierarchy_answers_and_says_why_it_is_missing(self):
        grid = throng.Grid(caves())
        index = throng.Index(grid, landmarks=0, jump_graph=False, hierarchy=True)
        self.assertEqual((index.hierarchy, index.hierarchy_skipped), (True, ""))
        solver = throng.Solver(index)
        self.assertEqual(solver.algorithm, "hierarchy")
        starts, goals = points(30, 3), points(30, 4)
        self.assertEqual(list(solver.solve(starts, goals).cost),
                         list(throng.Solver(grid).solve(starts, goals).cost))
        small = throng.Index(grid, hierarchy=True, hierarchy_memory=1000)
        self.assertFalse(small.hierarchy)
        self.assertIn("allowed", small.hierarchy_skipped)

    def test_landmarks_at_jump_points_answer_with_less_memory(self):
        grid = throng.Grid(caves())
        few, all_cells = (throng.Index(grid, storage=storage)
                          for storage in ("jump_points", "exact"))
        self.assertLess(few.nbytes, all_cells.nbytes)
        starts, goals = points(30, 3), points(30, 4)
        self.assertEqual(list(throng.Solver(few).solve(starts, goals).cost),
                         list(throng.Solver(all_cells).solve(starts, goals).cost))
        with self.assertRaisesRegex(ValueError, "exact jump_points"):
            throng.Index(grid, storage="small")

    def test_fields_tables_and_searches_agree(self):
        index = throng.Index(throng.Grid(caves()), landmarks=4, hubs=True)
        starts, goals = points(12, 3), points(9, 4)
        fields = throng.fields(index, starts)
        self.assertEqual(fields.shape, (12, 60, 60))
        table = throng.distance_table(index, starts, goals)
        np.testing.assert_array_equal(table, fields[:, goals[:, 1], goals[:, 0]])
        np.testing.assert_array_equal(table, throng.distance_table(index.grid, starts, goals))
        pairs = np.array([(s, g) for s in starts for g in goals])
        batch = throng.Solver(index).solve(pairs[:, 0], pairs[:, 1], paths=False)
        found = batch.found.reshape(12, 9)
        np.testing.assert_array_equal(batch.cost.reshape(12, 9)[found], table[found])
        np.testing.assert_array_equal(table[~found], throng.UNREACHABLE)
        np.testing.assert_array_equal(throng.field(index, starts), fields.min(axis=0))
        place, cost = throng.nearest(index, starts, goals)
        np.testing.assert_array_equal(cost, fields.min(axis=0)[goals[:, 1], goals[:, 0]])
        reached = cost != throng.UNREACHABLE
        np.testing.assert_array_equal(
            table[place[reached], np.flatnonzero(reached)], cost[reached])
        lower, upper = index.bounds(starts[0], goals[0])
        if table[0, 0] != throng.UNREACHABLE:
            self.assertTrue(lower <= table[0, 0] <= upper)

    def test_fields_of_fronts_are_those_of_sweeps(self):
        rng = np.random.default_rng(4)
        grid = throng.Grid(rng.integers(0, 9, (40, 50), dtype=np.uint8))
        index = throng.Index(grid, landmarks=0, fronts=True)
        sources = points(9, 5, 40)
        for function in (throng.field, throng.fields):
            np.testing.assert_array_equal(function(index, sources), function(grid, sources))
        agents = points(100, 6, 40)
        flows = throng.FlowField(index), throng.FlowField(grid)
        for flow in flows:
            flow.set_goals(sources)
        for of_index, of_grid in zip(*((flow.distance(agents), flow.next(agents))
                                       for flow in flows)):
            np.testing.assert_array_equal(of_index, of_grid)

    def test_flow_fields_lead_all_agents_to_the_goal(self):
        grid = throng.Grid(np.ones((40, 40), dtype=np.uint8), topology="tile")
        field = throng.FlowField(grid)
        agents = points(200, 5, 40)
        self.assertTrue((field.next(agents) == throng.STAY).all())
        field.set_goals([[7, 9]])
        for _ in range(80):
            before = field.distance(agents)
            agents = field.step(agents)
            after = field.distance(agents)
            self.assertTrue(((after == before - 1) | (before == 0)).all())
        np.testing.assert_array_equal(agents, np.broadcast_to([7, 9], (200, 2)))

    def test_flow_fields_have_the_paths_of_each_choice_of_ties(self):
        grid = throng.Grid(np.ones((40, 60), dtype=np.uint8))
        field = throng.FlowField(grid)
        field.set_goals([[55, 30]])
        units = np.array([(2, y) for y in range(3, 13)])
        seen = {}
        for ties in ("canonical", "straight", "few_turns", "same_way_back", "lanes"):
            cells, begin = field.paths(units, ties=ties, agents=range(10))
            np.testing.assert_array_equal(cells[begin[:-1].astype(int)], units)
            np.testing.assert_array_equal(cells[begin[1:].astype(int) - 1],
                                          np.broadcast_to([55, 30], (10, 2)))
            np.testing.assert_array_equal(np.diff(begin), 54)
            distance = field.distance(cells)
            inside = np.setdiff1d(np.arange(1, len(cells)), begin)
            self.assertTrue((distance[inside] < distance[inside - 1]).all())
            seen[ties] = cells
        np.testing.assert_array_equal(seen["canonical"], seen["same_way_back"])
        self.assertFalse(np.array_equal(seen["straight"], seen["canonical"]))
        self.assertFalse(np.array_equal(seen["lanes"], seen["straight"]))
        again, _ = field.paths(units, ties="lanes", agents=np.arange(10) + 100)
        self.assertFalse(np.array_equal(seen["lanes"], again))
        cells, begin = field.paths([[55, 30], [-1, 2]], ties="straight")
        self.assertEqual((cells.tolist(), begin.tolist()), ([[55, 30]], [0, 1, 1]))
        with self.assertRaisesRegex(ValueError, "agents must have"):
            field.paths(units, ties="lanes", agents=[1])
        with self.assertRaisesRegex(ValueError, "canonical"):
            field.paths(units, ties="zigzag")

    def test_groups(self):
        grid = throng.Grid(caves())
        open_cells = np.argwhere(throng.field(grid, points(40, 6)) != throng.UNREACHABLE)
        start = open_cells[0][::-1]
        places = throng.spread_goals(grid, start, start, 20)
        self.assertEqual(len(np.unique(places, axis=0)), 20)
        np.testing.assert_array_equal(np.sort(throng.assign_places(places, places)),
                                      np.arange(20))

    def test_groups_of_several_sizes(self):
        ground = np.ones((30, 40), dtype=np.uint16)
        ground[:, 20] = 0
        ground[14:17, 20] = 1
        worlds = [throng.Grid(ground), throng.Index(throng.Grid(ground, unit_size=2))]
        units = np.array([(x, y) for y in range(2, 12, 2) for x in range(2, 12, 2)])
        movement = np.arange(len(units)) % 2
        taken = throng.TakenCells(40, 30)
        self.assertTrue(taken.add([(30, 15)], size=3).all())
        self.assertEqual(taken.add([(-1, 0), (39, 29)], 2).tolist(), [False, False])
        self.assertEqual(taken.remove([(0, 0), (30, 16)]).tolist(), [False, True])
        self.assertTrue(taken.add([(30, 16)])[0])
        cells = {(x, y) for x in range(30, 33) for y in range(15, 18)}
        for group in range(2):
            places = throng.promise_places(worlds, units, movement, (30, 15), taken)
            for (x, y), size in zip(places.tolist(), movement + 1):
                own = {(x + i, y + k) for i in range(size) for k in range(size)}
                self.assertFalse(own & cells)
                cells |= own
        free = [(x, y) for x in range(40) for y in range(30)
                if taken.is_free([(x, y)])[0]]
        self.assertEqual(len(free), 40 * 30 - len(cells))
        nearer = throng.exchange_places(worlds, units, movement, places)
        for kind in (0, 1):
            own = movement == kind
            self.assertEqual(sorted(map(tuple, nearer[own])), sorted(map(tuple, places[own])))
            table = throng.distance_table(worlds[kind], units[own], places[own])
            cost = [throng.distance_table(worlds[kind], [a], [b])[0, 0]
                    for a, b in zip(units[own], nearer[own])]
            best = table[np.arange(own.sum()), throng.assign_by_cost(table)]
            self.assertEqual((max(cost), sum(cost)), (best.max(), best.sum()))
        none = throng.promise_places(worlds, [(20, 0)], [0], (30, 15), taken)
        self.assertEqual(none.tolist(), [[-1, -1]])
        with self.assertRaisesRegex(ValueError, "movement class 2 of 2"):
            throng.promise_places(worlds, [(0, 0)], [2], (30, 15), taken)
        with self.assertRaisesRegex(ValueError, "an element for each unit"):
            throng.promise_places(worlds, [(0, 0)], [1, 1], (30, 15), taken)
        with self.assertRaisesRegex(ValueError, "rows, columns"):
            throng.assign_by_cost([1, 2])

    def test_a_unit_needs_more_room_than_a_view(self):
        ground = np.ones((4, 6), dtype=np.uint16)
        ground[1, 2] = 0
        grid = throng.Grid(ground)
        self.assertTrue(throng.line_of_sight(grid, (1, 2), (5, 1)))
        self.assertFalse(throng.clear_line(grid, (1, 2), (5, 1)))
        self.assertTrue(throng.clear_line(grid, (1, 2), (3, 2)))
        self.assertFalse(throng.clear_line(grid, (1, 2), (2, 1)))

    def test_an_index_goes_to_a_file_and_comes_back(self):
        grid = throng.Grid(caves())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "caves.index")
            throng.Index(grid, landmarks=3).save(path)
            self.assertEqual(throng.Index.load(path, grid).landmarks, 3)
            with self.assertRaisesRegex(ValueError, "map"):
                throng.Index.load(path, throng.Grid(caves(61)))
            with self.assertRaisesRegex(OSError, "nothing.index"):
                throng.Index.load(pathlib.Path(folder, "nothing.index"), grid)


class StraightLines(unittest.TestCase):
    def points_of_the_program(self, path, *words):
        """The points and lengths of the program, in cells, by query."""
        with tempfile.TemporaryDirectory() as folder:
            points, table = pathlib.Path(folder, "points"), pathlib.Path(folder, "table.csv")
            subprocess.run([program, "solve", path, f"{path}.scen", *words, "--points", points,
                            "--csv", table], check=True, capture_output=True)
            lines = [line.split()[1:] for line in points.read_text().splitlines()]
            with table.open() as file:
                lengths = [row["any_angle_length"] for row in csv.DictReader(file)]
        return ([[tuple(map(float, point.split(","))) for point in line] for line in lines],
                [float(length or 0) for length in lengths])

    def check_lines(self, lines, expected):
        points, lengths = expected
        self.assertEqual(len(lines), len(points))
        np.testing.assert_allclose(lines.length, lengths, atol=1e-8)
        self.assertEqual(lines.begin[-1], len(lines.points))
        for i, path in enumerate(points):
            found = lines.path(i)
            np.testing.assert_array_equal(found, lines.points[lines.begin[i]:lines.begin[i + 1]])
            self.assertEqual([tuple(p) for p in (found / lines.scale).tolist()], path)
            self.assertEqual(lines.found[i], bool(path))

    def test_exact_lines_are_those_of_the_program(self):
        for name, corners, scale in (("caves", "never_cut", 1), ("random", "cut_one", 2)):
            path = root / f"maps/{name}.map"
            scenario = throng.read_scenario(f"{path}.scen")
            grid = throng.Grid(path, corners=corners)
            for memory in 0, 1 << 26:
                index = throng.Index(grid, landmarks=0, lines=True, lines_memory=memory)
                lines = throng.solve_lines(index, scenario.starts, scenario.goals)
                self.assertEqual(lines.scale, scale)
                self.assertEqual(lines.expanded.any(), memory == 0)
                self.check_lines(lines, self.points_of_the_program(
                    path, "--any-angle", "exact", "--corners", corners,
                    *(["--lines"] if memory else [])))

    def test_smoothed_lines_are_those_of_the_program(self):
        for words, options in (((), {}), (("--topology", "hex"), {"topology": "hex"})):
            path = root / "maps/caves.map"
            scenario = throng.read_scenario(f"{path}.scen")
            grid = throng.Grid(path, **options)
            batch = throng.Solver(grid).solve(scenario.starts, scenario.goals)
            for world in grid, throng.Index(grid, landmarks=0):
                lines = throng.smooth(world, batch, workers=throng.Workers(2))
                self.check_lines(lines, self.points_of_the_program(path, "--smooth", *words))
                np.testing.assert_array_equal(lines.status, batch.status)
                self.assertFalse(lines.expanded.any())

    def test_lines_end_at_a_limit_and_need_no_paths(self):
        index = throng.Index(throng.Grid(caves()), landmarks=0, lines=True, lines_memory=0)
        starts, goals = points(100, 7), points(100, 8)
        lines = throng.solve_lines(index, starts, goals, workers=throng.Workers(1))
        few = throng.solve_lines(index, starts, goals, max_expansions=2)
        limited = np.array(throng.STATUS)[few.status] == "out_of_budget"
        np.testing.assert_array_equal(limited, lines.found & (lines.expanded > 2))
        self.assertTrue(limited.any() and not limited.all())
        bare = throng.solve_lines(index, starts, goals, paths=False)
        np.testing.assert_array_equal(bare.length, lines.length)
        self.assertEqual((len(bare), bare.points.shape), (100, (0, 2)))
        self.assertRaisesRegex(ValueError, "without paths", bare.path, 0)
        empty = throng.solve_lines(index, [], [])
        self.assertEqual((len(empty), empty.begin.tolist()), (0, [0]))

    def test_lines_of_a_map_that_changes(self):
        living = throng.LivingMap(np.ones((20, 20), dtype=np.uint8), landmarks=0, lines=True)
        across = [[2, 10]], [[18, 10]]
        self.assertEqual(len(throng.solve_lines(living.index(), *across).path(0)), 2)
        living.edit([("weight", 10, 7, 1, 9, 0)])
        self.assertEqual(throng.solve_lines(living.index(), *across).path(-1).tolist(),
                         [[2, 10], [9, 6], [11, 6], [18, 10]])

    def test_lines_are_reviewed_after_edits(self):
        living = throng.LivingMap(np.ones((20, 20), dtype=np.uint8), landmarks=0, lines=True)
        wall = ("weight", 10, 7, 1, 9, 0)
        living.edit([wall])
        seen = living.version
        lines = throng.solve_lines(living.index(), [[2, 10], [2, 2]], [[18, 10], [18, 2]])
        held = [lines.path(0), lines.path(1), np.empty((0, 2), dtype=np.int32)]

        def review():
            state, leg = living.review_lines(seen, held)
            self.assertEqual((state.dtype, leg.dtype), (np.uint8, np.uint32))
            return state.tolist(), leg.tolist()

        self.assertEqual(review(), ([0, 0, 0], [0, 0, 0]))
        living.edit([("weight", 10, 12, 1, 1, 1)])
        self.assertEqual(review(), ([1, 0, 1], [0, 0, 0]))
        living.edit([("weight", 15, 0, 1, 12, 0)])
        self.assertEqual(review()[0], [2, 2, 1])
        self.assertEqual(review()[1][1], 0)
        self.assertRaisesRegex(ValueError, "version 9 of the map does not exist yet",
                               living.review_lines, 9, held)
        self.assertRaisesRegex(ValueError, "line 0 is of class 1", living.review_lines, 0,
                               held, 1)
        self.assertEqual([len(one) for one in living.review_lines(0, [])], [0, 0])

    def test_views_of_lines_keep_them(self):
        index = throng.Index(throng.Grid(caves()), landmarks=0, lines=True, lines_memory=0)
        starts, goals = points(100, 7), points(100, 8)
        lines = throng.solve_lines(index, starts, goals)
        for name, kind in (("status", np.uint8), ("length", np.float64), ("begin", np.uint64),
                           ("points", np.int32), ("expanded", np.uint32)):
            view = getattr(lines, name)
            self.assertEqual((address(view), view.dtype), (address(getattr(lines, name)), kind))
            self.assertFalse(view.flags.writeable or view.flags.owndata)
        view, expected = lines.points, lines.points.copy()
        del lines
        gc.collect()
        for _ in range(20):  # memory that was freed would be written to
            throng.solve_lines(index, goals, starts)
        np.testing.assert_array_equal(view, expected)

    def test_wrong_lines(self):
        ground = np.ones((8, 8), dtype=np.uint8)
        grid = throng.Grid(ground)
        index = throng.Index(grid, lines=True)
        batch = throng.Solver(grid).solve([[0, 0]], [[7, 6]])
        other = throng.Grid(np.ones((4, 4), dtype=np.uint8))
        hexagons = throng.Index(throng.Grid(ground, topology="hex"), lines=True)
        heavy = throng.Grid(ground * np.arange(1, 9, dtype=np.uint8))
        solve, smooth = throng.solve_lines, throng.smooth
        for call, error, words in (
                (lambda: solve(throng.Index(grid), [[0, 0]], [[1, 1]]), ValueError,
                 "need an index with lines"),
                (lambda: solve(hexagons, [[0, 0]], [[1, 1]]), ValueError, "topology"),
                (lambda: solve(grid, [[0, 0]], [[1, 1]]), TypeError, "incompatible"),
                (lambda: solve(index, [[0, 0]], []), ValueError, "1 starts and 0 goals"),
                (lambda: solve(index, [[0.5, 0]], [[1, 1]]), TypeError, "starts must be integers"),
                (lambda: solve(index, [0], [[1, 1]]), ValueError, r"starts.*\(n, 2\)"),
                (lambda: solve(index, [[0, 0]], [[1, 1]], max_expansions=-1), TypeError, ""),
                (lambda: solve(index, [[0, 0]], [[1, 1]]).path(1), IndexError, "1 queries"),
                (lambda: smooth(other, batch), ValueError, "not legal on this grid"),
                (lambda: smooth(heavy, batch), ValueError, "weight 1"),
                (lambda: smooth(grid, throng.Solver(grid).solve([[0, 0]], [[1, 1]], paths=False)),
                 ValueError, "without paths"),
                (lambda: smooth(grid, 3), TypeError, "incompatible"),
                (lambda: smooth(3, batch), TypeError, "")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        self.assertEqual(len(smooth(grid, throng.Batch())), 0)


class Memory(unittest.TestCase):
    def setUp(self):
        self.solver = throng.Solver(throng.Grid(caves()))
        self.starts, self.goals = points(100, 7), points(100, 8)

    def test_views_copy_nothing_and_keep_the_batch(self):
        batch = self.solver.solve(self.starts, self.goals)
        for name in ("status", "cost", "upper", "expanded", "path_begin", "moves"):
            view = getattr(batch, name)
            self.assertEqual(address(view), address(getattr(batch, name)), name)
            self.assertFalse(view.flags.writeable)
            self.assertFalse(view.flags.owndata)
        cost = batch.cost
        expected = cost.copy()
        del batch
        gc.collect()
        for _ in range(20):  # memory that was freed would be written to
            self.solver.solve(self.goals, self.starts)
        np.testing.assert_array_equal(cost, expected)

    def test_out_is_filled_again_unless_views_live(self):
        batch = self.solver.solve(self.starts, self.goals)
        view = batch.cost[:3]
        with self.assertRaisesRegex(BufferError, "1 live view"):
            self.solver.solve(self.goals, self.starts, out=batch)
        where = address(view)
        expected = batch.hash
        del view
        self.assertIs(self.solver.solve(self.starts, self.goals, out=batch), batch)
        self.assertEqual(batch.hash, expected)
        self.assertEqual(address(batch.cost), where)

    def test_paths_of_a_batch_without_paths_are_refused(self):
        batch = self.solver.solve(self.starts, self.goals, paths=False)
        self.assertTrue(batch.found.any())
        self.assertRaisesRegex(ValueError, "without paths", batch.cells)
        self.assertRaisesRegex(ValueError, "without paths", batch.path, 0)
        self.solver.solve(self.starts, self.goals, out=batch)
        self.assertEqual(len(batch.cells()[1]), 101)

    def test_ten_thousand_batches_do_not_grow(self):
        def run(count):
            for _ in range(count):
                batch = self.solver.solve(self.starts, self.goals)
                batch.cost, batch.cells()
        run(1000)
        before = resident_bytes()
        run(9000)
        self.assertLess(resident_bytes() - before, 4 << 20)


class Arguments(unittest.TestCase):
    def setUp(self):
        self.solver = throng.Solver(throng.Grid(caves()))

    def solve(self, starts, goals=((1, 1),)):
        return self.solver.solve(starts, goals)

    def test_points_of_every_kind(self):
        starts = points(30, 9)
        expected = self.solver.solve(starts, starts[::-1]).hash
        frozen = starts.copy()
        frozen.flags.writeable = False
        for same in (starts.astype(np.int64), starts.astype(np.uint8), starts.tolist(), frozen,
                     np.asfortranarray(starts), np.repeat(starts, 2, axis=0)[::2]):
            self.assertEqual(self.solver.solve(same, starts[::-1]).hash, expected)
        self.assertEqual(self.solver.solve([], []).hash, self.solver.solve(
            np.empty((0, 2)), np.empty((0, 2))).hash)

    def test_wrong_points(self):
        for wrong, error, words in (
                ([[0.5, 1.0]], TypeError, "integers, not float64"),
                ([[float("nan"), 1]], TypeError, "integers"),
                ([["a", "b"]], TypeError, "integers"),
                ([[0, 1, 2]], ValueError, r"\(n, 2\).*\(1, 3\)"),
                ([0, 1], ValueError, r"\(n, 2\)"),
                ([[[0, 1]]], ValueError, r"\(n, 2\)"),
                ([[0, 2**40]], OverflowError, "1099511627776"),
                ([[0, 0], [1, 1]], ValueError, "2 starts and 1 goals")):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(error, words):
                self.solve(wrong)
        self.assertEqual(throng.STATUS[self.solve([[-5, 0]]).status[0]], "out_of_map")

    def test_wrong_maps(self):
        for wrong, error, words in (
                (np.ones((4, 4)), TypeError, "integers, not float64"),
                (np.full((4, 4), np.nan), TypeError, "integers"),
                (np.full((4, 4), -1), ValueError, "-1"),
                (np.full((4, 4), 70000), ValueError, "70000; allowed are 0 to 16383"),
                (np.full((4, 4), 20000), ValueError, "16383"),
                (np.ones(4, dtype=np.int8), ValueError, "height, width"),
                (np.ones((0, 3), dtype=np.int8), ValueError, "height, width"),
                (np.full((2, 2), b"x"), ValueError, "row 0, column 0"),
                ("/nowhere/no.map", OSError, "/nowhere/no.map")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                throng.Grid(wrong)

    def test_wrong_options(self):
        ground = np.ones((4, 4), dtype=np.uint8)
        with self.assertRaisesRegex(TypeError, "no argument colour"):
            throng.Grid(ground, colour=3)
        with self.assertRaisesRegex(ValueError, "octile"):
            throng.Grid(ground, topology="square")
        with self.assertRaisesRegex(ValueError, "another shape"):
            throng.Grid(ground, weights=np.ones((3, 3), dtype=np.uint16))
        with self.assertRaisesRegex(ValueError, "astar"):
            throng.Solver(throng.Grid(ground), algorithm="best")
        with self.assertRaisesRegex(ValueError, "sharing"):
            self.solver.solve([[0, 0]], [[1, 1]], sharing="all")
        self.assertRaises(TypeError, throng.Solver, ground)
        self.assertRaises(TypeError, self.solver.solve, [[0, 0]], [[1, 1]], out=3)

    def test_arguments_of_wrong_types(self):
        ground = np.ones((4, 4), dtype=np.uint8)
        living = throng.LivingMap(ground)
        scheduler = throng.FrameScheduler(living)
        flow = throng.FlowField(throng.Grid(ground))
        for call, error, words in (
                (lambda: throng.Grid(ground, unit_size="x"), TypeError, "unit_size.*str"),
                (lambda: throng.Grid(ground, unit_size=1.5), TypeError, "unit_size.*float"),
                (lambda: throng.Grid(ground, unit_size=2**40), ValueError, "unit_size.*2147483647"),
                (lambda: throng.Grid(ground, costs=3), TypeError, "costs.*int"),
                (lambda: throng.LivingMap(ground, max_weight="x"), TypeError, "max_weight.*str"),
                (lambda: throng.LivingMap(ground, max_weight=-1), ValueError, "max_weight is -1"),
                (lambda: throng.LivingMap(ground, history=-1), ValueError, "history is -1"),
                (lambda: throng.LivingMap(ground, history=2**64), ValueError, "history"),
                (lambda: throng.LivingMap(ground, landmarks="4"), TypeError,
                 "landmarks"),
                (lambda: throng.LivingMap(ground, steps="yes"), TypeError, ""),
                (lambda: throng.LivingMap(ground, classes=[3]), TypeError, ""),
                (lambda: throng.LivingMap(ground, classes=3), TypeError, ""),
                (lambda: throng.LivingMap(ground, links=[[0, 0, 1]]), ValueError, r"\(n, 5\)"),
                (lambda: throng.FrameScheduler([3]), TypeError, "Solver"),
                (lambda: throng.FrameScheduler(3), TypeError, ""),
                (lambda: scheduler.submit((0, 0), [[1, 1]], radius="x"), TypeError, ""),
                (lambda: flow.next([[0, 0]], last="x"), (TypeError, ValueError), ""),
                (lambda: living.edit(3), TypeError, "")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        for edit, error in (
                (3, TypeError), ((), ValueError), ((3, 4), TypeError),
                (("weight", 1, 2, 2, 2, 10**30), ValueError),
                (("weight", 1, 2, 2, 2, "x"), TypeError), (("weight", 1, 2, 2, 2, 1.0), TypeError),
                (("terrain", "a", 0, 1, 1, "."), TypeError), (("terrain", 0, 0, 1, 1, 4), TypeError),
                (("step", 0, 0, 0, "x"), TypeError), (("link", -1, True), ValueError),
                (("link", "a", True), TypeError), ("terrain", ValueError)):
            for changes in living.edit, scheduler.edit:
                with self.subTest(edit=edit), self.assertRaises(error):
                    changes([edit])
        self.assertEqual(living.version, 0)


class Threads(unittest.TestCase):
    def test_four_threads_at_once(self):
        index = throng.Index(throng.Grid(caves()), landmarks=3)
        solver = throng.Solver(index)
        starts, goals = points(2000, 10), points(2000, 11)
        expected = solver.solve(starts, goals).hash
        named = throng.Workers(1)
        hashes = []

        def solve(workers):
            for _ in range(10):
                hashes.append(solver.solve(starts, goals, workers=workers).hash)

        threads = [threading.Thread(target=solve, args=(workers,))
                   for workers in (None, None, named, named)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(set(hashes), {expected})
        self.assertEqual(len(hashes), 40)

    def test_a_batch_that_is_being_filled_cannot_be_read(self):
        # The searches would take hours: the child reads, then interrupts itself.
        script = f"""
import signal, sys, threading
sys.path.insert(0, {package!r})
import numpy as np, throng
grid = throng.Grid(throng.generate("random", 400, 400, density=40))
points = np.random.default_rng(1).integers(0, 400, (100000, 2))
batch = throng.Batch()
def read():
    while True:
        try:
            batch.hash
        except BufferError:
            break
    signal.raise_signal(signal.SIGINT)
threading.Thread(target=read).start()
try:
    throng.Solver(grid, algorithm="idastar").solve(points, points[::-1], out=batch)
except KeyboardInterrupt:
    print("refused, then", throng.STATUS[batch.status[-1]])
"""
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                             timeout=60)
        self.assertEqual(ran.stdout, "refused, then cancelled\n", ran.stderr)

    def test_ctrl_c_cancels_a_batch(self):
        # The searches would take hours.
        script = f"""
import sys
sys.path.insert(0, {package!r})
import numpy as np, throng
grid = throng.Grid(throng.generate("random", 400, 400, density=40))
points = np.random.default_rng(1).integers(0, 400, (100000, 2))
solver = throng.Solver(grid, algorithm="idastar")
try:
    print("ready", flush=True)
    solver.solve(points, points[::-1])
except KeyboardInterrupt:
    print("interrupted")
"""
        child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                                 text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=60)[0], "interrupted\n")


class Stubs(unittest.TestCase):
    def test_type_hints_name_what_the_module_has(self):
        tree = ast.parse((root / "src/python/throng/__init__.pyi").read_text())
        hinted = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                hinted[node.name] = {part.name for part in node.body
                                     if isinstance(part, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                hinted[node.name] = None
            elif isinstance(node, ast.AnnAssign):
                hinted[node.target.id] = None
        self.assertEqual(set(hinted), set(throng.__all__))
        for name, methods in hinted.items():
            thing = getattr(throng, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if methods is None:
                continue
            special = {"__init__", "__len__", "__contains__"}
            own = {key for key in vars(thing) if not key.startswith("_") or key in special}
            self.assertEqual(methods | {"__init__"}, own | {"__init__"}, name)
            for key in own - special:
                self.assertTrue(inspect.getdoc(vars(thing)[key]), f"{name}.{key}")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
