#!/usr/bin/python3
"""Maps that change and games in the Python module: games_test.py PACKAGE_DIR"""
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import numpy as np

import throng


class Games(unittest.TestCase):
    def test_fronts_of_a_living_map_follow_its_weights(self):
        living = throng.LivingMap(np.full((30, 30), 2, dtype=np.uint8), landmarks=0, fronts=True,
                                  max_weight=5)
        living.edit([("weight", 10, 0, 4, 20, 5)])
        self.assertEqual(throng.Solver(living.index()).algorithm, "astar")
        living.settle()
        self.assertEqual(throng.Solver(living.index()).algorithm, "front")

    def test_weights_of_a_living_map_can_change_whatever_the_costs_are(self):
        for costs in ([[1, 0, 1]], [[2, 0, 2]], [[1, 0, 9]]):
            costs = np.array(costs, dtype=np.uint16)
            most = max(1, costs.max())
            for options, largest in (({}, most), ({"max_weight": 9}, 9)):
                with self.subTest(costs=costs, options=options):
                    living = throng.LivingMap(costs, **options)
                    for living in living, throng.LivingMap.restore(living.save()):
                        solve = lambda: throng.Solver(living.grid()).solve([[0, 0]], [[2, 0]])
                        self.assertEqual(throng.STATUS[solve().status[0]], "unreachable")
                        living.edit([("weight", 1, 0, 1, 1, largest)])
                        self.assertTrue(living.grid().is_open([[1, 0]])[0])
                        expected = costs.copy()
                        expected[0, 1] = largest
                        reference = throng.Solver(throng.Grid(expected))
                        steps = lambda batch, grid: batch.cost[0] / grid.costs[0]
                        self.assertEqual(
                            steps(solve(), living.grid()),
                            steps(reference.solve([[0, 0]], [[2, 0]]), throng.Grid(expected)))
                        living.edit([("weight", 1, 0, 1, 1, 0)])
                        self.assertFalse(living.grid().is_open([[1, 0]])[0])
                        with self.assertRaises(ValueError):
                            living.edit([("weight", 1, 0, 1, 1, largest + 1)])
                        scheduler = throng.FrameScheduler(living)
                        scheduler.edit([("weight", 1, 0, 1, 1, 1)])
                        scheduler.run()
                        self.assertTrue(living.grid().is_open([[1, 0]])[0])
                        living.edit([("weight", 1, 0, 1, 1, 0)])

    def test_links_of_a_living_map_close_and_open(self):
        costs = np.array([[1, 1, 0, 1]], dtype=np.uint8)
        living = throng.LivingMap(costs, links=[[1, 0, 3, 0, 2], [0, 0, 3, 0, 9]])
        cost = lambda: throng.Solver(living.index()).solve([[0, 0]], [[3, 0]]).cost[0]
        unit = living.grid().costs[0]
        self.assertEqual(cost(), 3 * unit)
        living.edit([("link", 0, False)])
        self.assertEqual(cost(), 9 * unit)
        living.edit([("link", 1, False)])
        self.assertEqual(cost(), throng.UNREACHABLE)
        living.edit([("link", 0, True)])
        self.assertEqual(cost(), 3 * unit)
        with self.assertRaises(ValueError):
            living.edit([("link", 2, False)])

    def test_danger_for_one_class(self):
        living = throng.LivingMap(np.ones((9, 20), dtype=np.uint8),
                                  classes=[{"max_danger": 7}, {}])
        danger = np.zeros((9, 20), dtype=np.int64)
        danger[3:6, 5:15] = 7
        living.edit([("danger", 0, 0, 0, danger)])
        met = []
        for k in range(2):
            path = throng.Solver(living.index(k)).solve([[0, 4]], [[19, 4]]).path(0)
            met.append(int((danger[path[:, 1], path[:, 0]] != 0).sum()))
        self.assertEqual(met, [0, 10])
        with self.assertRaises(ValueError):
            living.edit([("danger", 1, 0, 0, danger)])
        with self.assertRaises(ValueError):
            living.edit([("danger", 0, 0, 0, danger + 1)])

    def test_a_pace_proposes_budgets(self):
        grid = throng.Grid(np.ones((60, 60), dtype=np.uint8))
        solver = throng.Solver(grid, algorithm="astar")
        solver.reserve()
        scheduler = throng.FrameScheduler(solver)
        scheduler.reserve(workers=throng.Workers(2))
        pace = throng.FramePace(microseconds=4_000)
        self.assertEqual(pace.expansions, 8_000)
        scheduler.submit((0, 0), [[59, 30]])
        report = scheduler.run(expansions=pace.expansions)
        self.assertGreaterEqual(report["microseconds"], report["map_microseconds"])
        report.update(spent=8_000, microseconds=400)
        pace.note(report)
        self.assertEqual(pace.expansions, 9_000)
        with self.assertRaises(KeyError):
            pace.note({})

    def test_a_book_of_two_classes_follows_its_map(self):
        living = throng.LivingMap(np.ones((30, 30), dtype=np.uint8),
                                  classes=[{"unit_size": 1}, {"unit_size": 2}])
        scheduler, book = throng.FrameScheduler(living), throng.RouteBook(living)
        routes = book.add([[1, 1], [1, 10], [1, 20]], movement=[0, 1, 0], users=[7, 8, 9])
        self.assertEqual(list(routes), [0, 1, 2])
        self.assertEqual(book.add([[9, 9]], movement=1), [3])
        book.remove([3])
        self.assertEqual(list(book.routes), [0, 1, 2])
        self.assertEqual(len(book), 3)
        self.assertEqual(list(book.movement()), [0, 1, 0])
        self.assertEqual(list(book.users(routes[1:])), [8, 9])
        goals = np.array([[20, 1], [20, 10], [29, 29]])
        book.set_goals(routes, goals)
        self.assertEqual(book.ask(scheduler, routes), range(3))
        living.edit([("terrain", 29, 29, 1, 1, "@")])
        scheduler.run()
        missed, no_path = book.join(scheduler.poll())
        self.assertEqual((list(missed), list(no_path)), ([], [2]))
        self.assertEqual(list(book.lengths()), [19, 19, 0])
        self.assertEqual(list(book.costs()), [19 * 2378, 19 * 2378, 0])
        self.assertTrue((book.positions() == [[1, 1], [1, 10], [1, 20]]).all())
        self.assertTrue((book.advance() == [[2, 1], [2, 10], [1, 20]]).all())
        self.assertTrue((book.advance([0], moves=3) == [[5, 1]]).all())
        self.assertTrue((book.cells(0, 2) == [[6, 1], [7, 1]]).all())
        self.assertEqual(len(book.cells(0)), 15)
        self.assertEqual(list(book.moves(0)), [1] * 15)
        self.assertTrue((book.goals() == goals).all())

        living.edit([("terrain", 10, 11, 1, 1, "@")])  # under the large unit alone
        broken, costlier, may_shorten = book.review()
        self.assertEqual((list(broken), list(costlier), list(may_shorten)), ([1], [], []))
        self.assertEqual(book.costs()[1], throng.UNREACHABLE)
        self.assertTrue((book.walk_on([1], 3) == [[5, 10]]).all())
        self.assertEqual(list(book.place([0, 1], [[6, 1], [1, 12]])), [True, False])
        book.ask(scheduler, [1])
        book.place([1], [[1, 15]])  # pushed while it waits
        scheduler.run()
        self.assertEqual(list(book.join(scheduler.poll())[0]), [1])

        with self.assertRaisesRegex(ValueError, "review the book"):
            throng.RouteBook.restore(book.save(), living)  # run() has settled the map
        book.review()
        saved = throng.bundle([living.save(), b"own", book.save()])
        parts = throng.unbundle(saved, 3)
        self.assertEqual(parts[1], b"own")
        other = throng.RouteBook.restore(parts[2], throng.LivingMap.restore(parts[0]))
        self.assertEqual(other.save(), book.save())
        self.assertTrue((other.positions() == book.positions()).all())
        of_grid = throng.RouteBook(living.grid())
        self.assertEqual(list(of_grid.add([[2, 2]])), [0])
        for call, error, words in (
                (lambda: throng.unbundle(saved, 2), ValueError, "3 parts"),
                (lambda: throng.unbundle(saved[:-1], 3), ValueError, "damaged"),
                (lambda: throng.RouteBook.restore(parts[2], living.grid()), ValueError,
                 "2 movement classes"),
                (lambda: throng.RouteBook([]), ValueError, "needs a grid"),
                (lambda: of_grid.review(), ValueError, "LivingMap"),
                (lambda: book.positions([9]), IndexError, "no route 9"),
                (lambda: book.moves(9), IndexError, "no route 9"),
                (lambda: book.add([[30, 0]]), IndexError, "outside"),
                (lambda: book.add([[0, 0]], movement=2), IndexError, "2 classes"),
                (lambda: book.add([[0, 0]], users=[1, 2]), ValueError, "different lengths"),
                (lambda: book.place([0], [[0, 0], [1, 1]]), ValueError, "1 routes"),
                (lambda: book.ask(throng.FrameScheduler(throng.Solver(living.grid())), [0]),
                 ValueError, "fewer classes")):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        self.assertEqual(len(book), 3)

    def test_a_living_map_and_its_frames(self):
        living = throng.LivingMap(np.ones((30, 30), dtype=np.uint8), landmarks=4)
        before = living.fingerprint
        first = living.grid()
        self.assertEqual(living.edit([("terrain", 10, 0, 1, 29, "@")]), 1)
        self.assertGreater(living.debt, 0)
        living.settle()
        self.assertTrue(living.settled)
        self.assertEqual(living.debt, 0)
        self.assertNotEqual(living.fingerprint, before)
        self.assertTrue(first.is_open([[10, 0]])[0])
        self.assertFalse(living.grid().is_open([[10, 0]])[0])
        again = throng.LivingMap.restore(living.save())
        self.assertEqual(again.fingerprint, living.fingerprint)
        for edit in (("flood", 1, 2), ("terrain", 0, 0, 1, 1, "?"), ("terrain", 0, 0, 99, 1, "."),
                     ("weight", 0, 0, 1, 1, 2), ("step", 0, 0, 9, True), ("link", 0, True)):
            with self.subTest(edit=edit), self.assertRaises(ValueError):
                living.edit([edit])

        before = living.fingerprint
        self.assertEqual(living.edit([("terrain", 3, 4, ["@.@", "..W"])]), 3)
        self.assertFalse(living.grid().is_open([[3, 4]])[0])
        living.edit([("weight", 4, 4, [[0, 1]])])  # without weights: @ and .
        self.assertEqual(list(living.grid().is_open([[4, 4], [5, 4]])), [False, True])
        living.edit([("restore", 3, 4, 3, 2)])
        living.settle()
        self.assertEqual(list(living.grid().is_open([[3, 4], [4, 4]])), [True, True])
        for edit in (("terrain", 0, 0, ["..", "."]), ("terrain", 0, 0, []),
                     ("terrain", 29, 0, [".."]), ("weight", 0, 0, [[2]]),
                     ("weight", 0, 0, [[-1]]), ("restore", 0, 0, 31, 1),
                     ("danger", 0, 0, 0, [[1]]), ("danger", 1, 0, 0, [[1]])):
            with self.subTest(edit=edit), self.assertRaises(ValueError):
                living.edit([edit])
        with self.assertRaises(TypeError):
            living.edit([("terrain", 0, 0, 7)])
        again = throng.LivingMap.restore(living.save())

        scheduler = throng.FrameScheduler(living)
        tickets = [scheduler.submit((0, k), [[20, k]], agent=k) for k in range(10)]
        rows = np.arange(10, 20)
        more = scheduler.submit_all(np.stack([0 * rows, rows], 1),
                                    np.stack([0 * rows + 20, rows], 1), agents=rows)
        self.assertEqual(more, range(10, 20))
        tickets += more
        twin = throng.FrameScheduler.restore(scheduler.save(), again)
        self.assertEqual(twin.waiting, 20)
        with self.assertRaises(ValueError):
            throng.FrameScheduler.restore(b"throng", again)
        self.assertEqual(scheduler.submit_all([], []), range(20, 20))
        scheduler.edit([("terrain", 10, 0, 1, 29, ".")])
        seen = []
        for _ in range(200):
            scheduler.run(expansions=100)
            done = scheduler.poll()
            seen += list(done.tickets)
            for i in range(len(done)):
                self.assertEqual(done.status[done.first[i]], 0)
                self.assertEqual(len(done.path(int(done.first[i]))), 21)
        self.assertEqual(sorted(seen), tickets)
        self.assertEqual(scheduler.waiting, 0)
        self.assertRaises(IndexError, scheduler.submit, (0, 0), [[1, 1]], movement=1)
        self.assertRaises(ValueError, scheduler.submit, (0, 0), [[1, 1]], priority="now")
        self.assertRaises(ValueError, scheduler.submit, (0, 0), [[1, 1]],
                          radius=float("nan"))
        self.assertRaises(ValueError, scheduler.submit_all, [[0, 0]], [[1, 1], [2, 2]])
        self.assertRaises(ValueError, scheduler.submit_all, [[0, 0]], [[1, 1]], agents=[1, 2])
        self.assertRaises(ValueError, scheduler.submit_all, [[0, 0]], [[1, 1]], agents=[-1])
        self.assertRaises(TypeError, scheduler.submit_all, [[0, 0]], [[1, 1]], agents=[0.5])

    def test_answers_of_frames_have_straight_lines(self):
        costs = np.ones((30, 30), dtype=np.uint8)
        costs[5:25, 15] = 0
        living = throng.LivingMap(costs, classes=[{"lines": True},
                                                  {"corners": "cut_one", "lines": True}])
        scheduler = throng.FrameScheduler(living, lines=True)
        starts, goals = [[2, k] for k in range(20)], [[28, 29 - k] for k in range(20)]
        for movement in (0, 1):
            scheduler.submit_all(starts, goals, movement=movement)
        scheduler.run()
        done = scheduler.poll()
        self.assertEqual(list(done.scale), 20 * [1] + 20 * [2])
        for movement in (0, 1):
            lines = throng.solve_lines(living.index(movement), starts, goals)
            for k in range(20):
                slot = 20 * movement + k
                self.assertEqual(done.line(slot).tolist(), lines.path(k).tolist())
                self.assertEqual(done.length[slot], lines.length[k])
                begin, end = done.point_begin[slot:slot + 2]
                self.assertEqual(done.points[begin:end].tolist(), lines.path(k).tolist())
        self.assertRaises(IndexError, done.line, 40)
        with self.assertRaises(ValueError):
            throng.FrameScheduler(throng.LivingMap(costs), lines=True)
        plain = throng.FrameScheduler(living)
        plain.submit((2, 2), [[28, 2]])
        plain.run()
        done = plain.poll()
        self.assertEqual(len(done.line(0)), 0)
        self.assertEqual(len(done.length), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
