"""The shortest program: a map of costs, an index, a batch of two queries."""
import numpy as np
import throng

cost = np.ones((100, 200), dtype=np.uint16)      # [row, column]: 0 is closed, n weighs n
cost[20:80, 50] = 0                              # a wall
grid = throng.Grid(cost)
index = throng.Index(grid, landmarks=16)         # optional: makes queries faster
solver = throng.Solver(index)
batch = solver.solve([[0, 50], [0, 0]], [[199, 50], [50, 30]])
print(throng.STATUS[batch.status[1]])            # goal_blocked
print(batch.cost[0], batch.path(0)[:3])          # cells as x, y
