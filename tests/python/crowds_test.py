#!/usr/bin/python3
"""Crowds and step fields in the Python module: crowds_test.py PACKAGE_DIR"""
import sys
import threading
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import numpy as np

import throng


def ground(width=30, height=20, **options):
    return throng.LivingMap(np.ones((height, width), dtype=np.uint8), **options)


def open_cells(living, count, seed):
    grid = living.grid()
    cells = np.stack(np.meshgrid(np.arange(grid.width), np.arange(grid.height)), -1)
    cells = cells.reshape(-1, 2)
    cells = cells[grid.is_open(cells)]
    return cells[np.random.default_rng(seed).permutation(len(cells))[:count]]


def busy_crowd(bodies="exact"):
    """200 units in caves that walk to cells of their own."""
    living = throng.LivingMap(throng.generate("caves", 48, 48, seed=3))
    crowd = throng.Crowd(living, bodies=bodies)
    units = crowd.add(open_cells(living, 200, 1))
    crowd.set_goals(units, open_cells(living, 200, 2))
    return living, crowd


class Crowds(unittest.TestCase):
    def need_one_unit_in_a_cell(self, living, crowd):
        at = crowd.positions()
        self.assertEqual(len(np.unique(at, axis=0)), len(at))
        self.assertTrue(living.grid().is_open(at).all())
        self.assertTrue((crowd.unit_in(at) == crowd.units).all())

    def test_one_unit_walks_to_its_goal(self):
        crowd = throng.Crowd(ground())
        unit = crowd.add((3, 4), period=2)
        self.assertEqual(unit, 0)
        self.assertFalse(crowd.has_order(unit)[0])
        crowd.order(unit, (9, 4))
        report = crowd.step()
        self.assertEqual((report["step"], report["started"], report["walking"]), (0, 1, 1))
        units, cells, moves, periods = crowd.started
        self.assertEqual((list(units), cells.tolist(), list(moves), list(periods)),
                         ([0], [[3, 4]], [1], [2]))
        self.assertEqual((crowd.positions().tolist(), list(crowd.moves()),
                          list(crowd.steps_left())), ([[3, 4]], [1], [1]))
        for _ in range(11):
            self.assertFalse(crowd.at_goal(unit)[0])
            crowd.step()
        self.assertEqual(list(crowd.arrived), [0])
        self.assertTrue(crowd.at_goal(unit)[0])
        self.assertEqual((crowd.positions().tolist(), list(crowd.moves())),
                         ([[9, 4]], [throng.STAY]))
        crowd.step()
        self.assertEqual((list(crowd.arrived), len(crowd.started[0])), ([], 0))

    def test_the_nearest_of_common_goals(self):
        crowd = throng.Crowd(ground())
        units = crowd.add([[5, 5], [20, 5]])
        crowd.order(units, [[2, 5], [25, 5]])
        for _ in range(8):
            crowd.step()
        self.assertEqual(crowd.positions().tolist(), [[2, 5], [25, 5]])
        self.assertEqual(crowd.goals().tolist(), [[-1, -1], [-1, -1]])

    def test_what_was_added_is_what_there_is(self):
        living = ground(classes=[{"unit_size": 1}, {"unit_size": 3}])
        crowd = throng.Crowd(living)
        units = crowd.add([[1, 1], [5, 5], [15, 5]], movement=[0, 1, 0], period=[1, 4, 200],
                          idle="holds")
        self.assertEqual((units.dtype, list(units)), (np.uint32, [0, 1, 2]))
        self.assertEqual(list(crowd.movement()), [0, 1, 0])
        self.assertEqual(list(crowd.periods([2, 0])), [200, 1])
        self.assertEqual(crowd.idle(1), ["holds"])
        crowd.stand([1], idle="returns")
        self.assertEqual(crowd.idle(), ["holds", "returns", "holds"])
        self.assertEqual(list(crowd.unit_in([[7, 7], [8, 7], [-1, 900]])), [1, -1, -1])
        self.assertEqual(list(crowd.units_in(0, 0, 6, 6)), [0, 1])
        self.assertEqual(list(crowd.units_in(-2**31, -2**31, 2**31 - 1, 5)), [])
        self.assertEqual(len(crowd), 3)
        self.assertTrue(2 in crowd and np.uint32(0) in crowd)
        for absent in (3, -1, 2**32, 2**70, "a", 1.0, None):
            self.assertFalse(absent in crowd)
        crowd.remove([1, 1])
        self.assertEqual((list(crowd.units), 1 in crowd), ([0, 2], False))
        self.assertEqual(crowd.add((20, 10)), 1)
        self.assertGreater(crowd.nbytes, 100)
        self.assertEqual(len(crowd.add([])), 0)

    def test_all_units_are_added_or_none(self):
        crowd = throng.Crowd(ground())
        crowd.add([[1, 1], [2, 2]])
        before = crowd.fingerprint
        for cells, words in (([[0, 0], [9, 9], [1, 1]], r"units\[2\]: another unit stands"),
                             ([[7, 7], [8, 8], [7, 7]], r"units\[2\]: it overlaps units\[0\]")):
            with self.assertRaisesRegex(ValueError, words):
                crowd.add(cells)
            self.assertEqual(list(crowd.units), [0, 1])
            self.assertEqual(list(crowd.unit_in(cells[:2])), [-1, -1])
            self.assertEqual(crowd.fingerprint, before)
        self.assertEqual(list(crowd.add([[7, 7], [8, 8]])), [2, 3])

    def test_units_that_fit(self):
        living = ground(classes=[{"unit_size": 1}, {"unit_size": 3}])
        crowd = throng.Crowd(living)
        crowd.add((5, 5), movement=1)
        self.assertIs(crowd.fits((8, 8)), True)
        self.assertIs(crowd.fits((7, 7)), False)
        cells = [[4, 5], [2, 2], [3, 3], [28, 0], [30, 0], [-1, 2]]
        fits = crowd.fits(cells, movement=1)
        self.assertEqual((fits.dtype, list(fits)), (bool, [False, True, False] + 3 * [False]))
        self.assertEqual(list(crowd.fits(cells, movement=[0, 1, 0, 0, 0, 0], period=9)),
                         [True, True, True, True, False, False])
        self.assertFalse(crowd.fits((0, 0), period=0))
        self.assertFalse(throng.Crowd(living, bodies="synchronous").fits((0, 0), period=2))

    def test_periods_change_with_the_next_move(self):
        crowd = throng.Crowd(ground())
        units = crowd.add([[0, 2], [0, 4]], period=3)
        crowd.set_goals(units, [[9, 2], [9, 4]])
        crowd.step()
        crowd.set_period(units, [1, 5])
        self.assertEqual((list(crowd.periods()), list(crowd.steps_left())), ([1, 5], [2, 2]))
        crowd.step()
        crowd.step()
        self.assertEqual(len(crowd.started[0]), 0)
        crowd.step()
        self.assertEqual(list(crowd.started[3]), [1, 5])
        crowd.set_period(None, 7)
        self.assertEqual(list(crowd.periods()), [7, 7])

    def test_no_two_units_are_ever_in_one_cell(self):
        for bodies in ("exact", "synchronous"):
            with self.subTest(bodies=bodies):
                living, crowd = busy_crowd(bodies)
                moved = 0
                for _ in range(80):
                    moved += crowd.step()["started"]
                    self.need_one_unit_in_a_cell(living, crowd)
                self.assertGreater(moved, 1000)
                self.assertGreater(crowd.at_goal().sum(), 60)

    def test_threads_change_nothing_and_restored_crowds_continue(self):
        ends = []
        for threads in (1, 2):
            workers = throng.Workers(threads)
            living, crowd = busy_crowd()
            for _ in range(20):
                crowd.step(workers=workers)
            map_copy = throng.LivingMap.restore(living.save())
            twin = throng.Crowd.restore(crowd.save(), map_copy, workers=workers)
            self.assertEqual(twin.fingerprint, crowd.fingerprint)
            before = crowd.fingerprint
            for _ in range(20):
                self.assertEqual(twin.step(), crowd.step(workers=workers))
                self.assertEqual(twin.fingerprint, crowd.fingerprint)
            self.assertNotEqual(crowd.fingerprint, before)
            self.assertTrue((twin.positions() == crowd.positions()).all())
            ends.append(crowd.fingerprint)
        self.assertEqual(ends[0], ends[1])

    def test_edits_are_followed(self):
        living = ground()
        crowd = throng.Crowd(living)
        unit = crowd.add((2, 5))
        crowd.order(unit, (20, 5))
        crowd.step()
        living.edit([("terrain", 10, 0, 1, 20, "@")])
        crowd.step()
        self.assertTrue(crowd.is_cut_off(unit)[0])
        living.edit([("terrain", 10, 0, 1, 1, ".")])
        for _ in range(40):
            crowd.step()
            self.need_one_unit_in_a_cell(living, crowd)
        self.assertFalse(crowd.is_cut_off(unit)[0])
        self.assertTrue(crowd.at_goal(unit)[0])

    def test_a_group_takes_its_places(self):
        living = ground()
        crowd = throng.Crowd(living)
        group = crowd.add(open_cells(living, 40, 4))
        places = throng.promise_places([living.grid()], crowd.positions(group),
                                       np.zeros(40, dtype=np.uint32), (20, 10),
                                       throng.TakenCells(30, 20))
        places[len(places) // 2] = -1, -1
        crowd.order_group(group, (20, 10), places)
        self.assertEqual(crowd.has_order(group).sum(), 39)
        for _ in range(60):
            crowd.step()
            self.need_one_unit_in_a_cell(living, crowd)
        taken = crowd.positions(group[crowd.has_order(group)])
        given = places[places[:, 0] >= 0]
        self.assertEqual(sorted(taken.tolist()), sorted(given.tolist()))
        self.assertTrue((crowd.goals(group)[crowd.has_order(group)] == taken).all())
        crowd.stand(None)
        self.assertFalse(crowd.has_order().any())

    def test_lanes_guide_units(self):
        def walked(closed):
            crowd = throng.Crowd(ground(12, 2, topology="tile"))
            crowd.set_lanes(0, closed)
            unit = crowd.add((0, 0))
            crowd.order(unit, (11, 0))
            rows = []
            for _ in range(16):
                crowd.step()
                rows.append(crowd.positions()[0, 1])
            self.assertTrue(crowd.at_goal(unit)[0])
            return sum(rows)
        self.assertEqual(walked([]), 0)
        self.assertGreater(walked([[x, 0, 1] for x in range(1, 10)]), 5)

    def test_budgets(self):
        _, crowd = busy_crowd()
        report = crowd.step(decisions=0, field_cells=0)
        self.assertEqual((report["decisions"], report["fields_made"]), (0, 1))
        self.assertGreater(report["fields_queued"], 100)

    def test_threads_of_python_share_a_crowd_and_edit_its_map(self):
        living, crowd = busy_crowd()
        failures = []

        def repeat(call):
            try:
                for k in range(60):
                    call(k)
            except Exception as failure:
                failures.append(failure)

        calls = (lambda k: crowd.step(), lambda k: crowd.positions(),
                 lambda k: living.edit([("terrain", 20, 20, 3, 3, "@."[k % 2])]),
                 lambda k: crowd.order(crowd.units[k], (k % 48, 9)))
        threads = [threading.Thread(target=repeat, args=(call,)) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(crowd.step()["step"], 60)

    def test_a_crowd_keeps_its_map(self):
        crowd = throng.Crowd(ground())
        twin = throng.Crowd.restore(crowd.save(), ground())
        for own in (crowd, twin):
            own.order(own.add((1, 1)), (5, 5))
            self.assertEqual(own.step()["started"], 1)

    def test_wrong_arguments(self):
        living = ground(classes=[{"unit_size": 1}, {"unit_size": 2}])
        crowd = throng.Crowd(living)
        together = throng.Crowd(ground(), bodies="synchronous")
        crowd.add([[1, 1], [5, 5]])
        mask = np.array([True, False])
        hexagonal = ground(topology="hex")
        saved = crowd.save()
        crowd.order(0, (3, 3))
        before = crowd.fingerprint
        for call, error, words in (
                (lambda: throng.Crowd(None), TypeError, ""),
                (lambda: throng.Crowd(living.grid()), TypeError, ""),
                (lambda: throng.Crowd(hexagonal), ValueError, "four or eight"),
                (lambda: throng.Crowd(living, bodies="soft"), ValueError,
                 "bodies is 'soft'; known are exact, synchronous"),
                (lambda: throng.Crowd(living, spare_fields=-1), ValueError, "spare_fields is -1"),
                (lambda: throng.Crowd(living, window=8), ValueError, "synchronous bodies"),
                (lambda: throng.Crowd(living, window=63), ValueError, "at most 62"),
                (lambda: crowd.add((30, 0)), IndexError, "30,0 is outside"),
                (lambda: crowd.add((1, 1)), ValueError, "at 1,1"),
                (lambda: crowd.add((29, 19), movement=1), ValueError, "fit"),
                (lambda: crowd.add((0, 0), movement=2), IndexError, "2 classes"),
                (lambda: crowd.add((0, 0), movement=-1), ValueError, "movement is -1"),
                (lambda: crowd.add([[0, 0]], movement=[0, 0]), ValueError, "1 units, but 2 mov"),
                (lambda: crowd.add((0, 0), period=0), ValueError, "period of 0"),
                (lambda: crowd.add((0, 0), period=256), ValueError, "period is 256"),
                (lambda: crowd.add([[0, 0]], period=[256]), ValueError, "period is 256"),
                (lambda: crowd.add((0, 0), period=1.5), ValueError, "period"),
                (lambda: crowd.add((0.5, 0)), TypeError, "at must be integers"),
                (lambda: crowd.add((0, 0, 0)), ValueError, r"\(n, 2\)"),
                (lambda: crowd.add((0, 0), idle="sleeps"), ValueError, "idle is 'sleeps'"),
                (lambda: together.add((0, 0), period=2), ValueError, "synchronous"),
                (lambda: crowd.fits((0, 0), movement=2), IndexError, "2 classes"),
                (lambda: crowd.fits([[0, 0]], period=[1, 2]), ValueError, "1 units, but 2 per"),
                (lambda: crowd.set_period([0, 1], [2, 0]), ValueError, "period is 0"),
                (lambda: crowd.set_period([0, 1], [2, 256]), ValueError, "period is 256"),
                (lambda: crowd.set_period([0, 2], 2), IndexError, "no unit 2"),
                (lambda: together.set_period(together.add((0, 0)), 2), ValueError, "synchronous"),
                (lambda: crowd.remove(2), IndexError, "no unit 2"),
                (lambda: crowd.remove([0, 9]), IndexError, "no unit 9"),
                (lambda: crowd.order(2**32 - 1, (1, 1)), IndexError, "no unit 4294967295"),
                (lambda: crowd.order(2**32, (1, 1)), ValueError, "units is 4294967296"),
                (lambda: crowd.order(-1, (1, 1)), ValueError, "units is -1"),
                (lambda: crowd.order("a", (1, 1)), (TypeError, ValueError), "units"),
                (lambda: crowd.order(mask, (1, 1)), TypeError, "mask"),
                (lambda: crowd.order(0, []), ValueError, "needs a goal"),
                (lambda: crowd.order([0, 1], [[1, 1], [-1, 0]]), IndexError, "-1,0 is outside"),
                (lambda: crowd.set_goals([0, 1], [[1, 1]]), ValueError, "2 units, but 1 goals"),
                (lambda: crowd.set_goals([0, 1], [[1, 1], [0, 20]]), IndexError, "0,20"),
                (lambda: crowd.order_group([0], (1, 1), [[1, 1], [2, 2]]), ValueError,
                 "1 units, but 2 places"),
                (lambda: crowd.order_group([0], (1, 99), [[1, 1]]), IndexError, "1,99"),
                (lambda: crowd.order_group([0, 1], (1, 1), [[1, 1], [2, 99]]), IndexError, "2,99"),
                (lambda: crowd.stand(7), IndexError, "no unit 7"),
                (lambda: crowd.stand(0, "x"), ValueError, "idle"),
                (lambda: crowd.set_lanes(2, [[0, 0, 0]]), IndexError, "2 classes"),
                (lambda: crowd.set_lanes(0, [[0, 0, 8]]), ValueError, "0 to 7"),
                (lambda: crowd.set_lanes(0, [[30, 0, 0]]), IndexError, "30,0"),
                (lambda: crowd.set_lanes(0, [[0, 0]]), ValueError, r"\(n, 3\)"),
                (lambda: crowd.step(decisions=-1), ValueError, "decisions is -1"),
                (lambda: crowd.step(field_cells="x"), TypeError, "field_cells.*str"),
                (lambda: crowd.step(workers=3), TypeError, ""),
                (lambda: throng.Crowd.restore(saved, None), TypeError, ""),
                (lambda: throng.Crowd.restore(saved[:-1], living), ValueError, "crowd"),
                (lambda: throng.Crowd.restore(b"", living), ValueError, "crowd"),
                (lambda: throng.Crowd.restore(living.save(), living), ValueError, "crowd"),
                (lambda: throng.Crowd.restore(saved, ground(31)), ValueError, "another size"),
                (lambda: throng.Crowd.restore(saved, ground()), ValueError,
                 "2 movement classes, not 1")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        for read in (crowd.positions, crowd.moves, crowd.steps_left, crowd.goals,
                     crowd.has_order, crowd.at_goal, crowd.is_cut_off, crowd.movement,
                     crowd.periods, crowd.idle):
            with self.assertRaisesRegex(IndexError, "no unit 2"):
                read([0, 2])
            self.assertEqual(len(read()), 2)
        self.assertEqual((list(crowd.units), crowd.goals().tolist()),
                         ([0, 1], [[3, 3], [-1, -1]]))
        self.assertEqual(crowd.fingerprint, before)


class StepFields(unittest.TestCase):
    def test_moves_lead_to_cells_that_cost_less(self):
        grid = throng.Grid(throng.generate("caves", 40, 40, seed=3))
        cells = np.stack(np.meshgrid(np.arange(40), np.arange(40)), -1).reshape(-1, 2)
        goal = cells[grid.is_open(cells)][300]
        field = throng.StepField(grid)
        self.assertFalse(field.moves(cells).any())
        field.set_goals([goal])
        costs = throng.FlowField(grid)
        costs.set_goals([goal])
        moves, first = field.moves(cells), costs.next(cells)
        led = first != throng.STAY
        self.assertGreater(led.sum(), 300)
        self.assertTrue((moves[led] >> first[led] & 1).all())
        self.assertFalse(moves[~led].any())
        self.assertFalse(field.moves([[-1, 0], [40, 40]]).any())
        self.assertEqual(field.grid.shape, (40, 40))
        self.assertGreaterEqual(field.nbytes, 40 * 40)

    def test_a_field_follows_its_map(self):
        living = ground(9, 3, topology="tile")
        field = throng.StepField(living.index())
        field.set_goals([[8, 0], [4, 1]], workers=throng.Workers(1))
        self.assertEqual(list(field.moves([[3, 1], [4, 1]])), [2, 0])
        living.edit([("terrain", 4, 0, 1, 3, "@")])
        field.follow(living.grid())
        self.assertEqual(list(field.moves([[3, 1], [5, 0]])), [0, 2])
        for call, error, words in (
                (lambda: field.follow(ground(9, 4, topology="tile").grid()), ValueError, "size"),
                (lambda: field.follow(ground(9, 3).grid()), ValueError, "topology"),
                (lambda: field.follow(3), TypeError, ""),
                (lambda: throng.StepField(None), TypeError, ""),
                (lambda: field.set_goals([1, 2, 3]), ValueError, "goals"),
                (lambda: field.moves([[0.5, 1]]), TypeError, "cells")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        self.assertEqual(list(field.moves([[5, 0]])), [2])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
