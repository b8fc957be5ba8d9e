"""Paths at any angle around a wall: shortest ones, and those of a solver pulled taut."""
import numpy as np

import throng

ground = np.ones((60, 80), dtype=np.uint16)
ground[20:40, 40] = 0                               # a wall
index = throng.Index(throng.Grid(ground), landmarks=0, lines=True)
lines = throng.solve_lines(index, [[10, 30]], [[70, 30]])
print(lines.path(0))                                # the corners: x, y
print(lines.length[0])                              # in cells

batch = throng.Solver(index).solve([[10, 30]], [[70, 30]])
smoothed = throng.smooth(index, batch)              # on any ground without weights
print(smoothed.length[0] / lines.length[0])

assert len(lines.path(0)) == 4 and smoothed.length[0] > lines.length[0] - 1e-6
