"""Batches of cheapest-path queries on grid maps: arrays in, arrays out.

Points are integer arrays of shape (n, 2): x, y; x is the column, y the row, both from 0 at the
top left. Maps, fields and weights are arrays of shape (height, width), so numpy reads the cell
x, y as map[y, x]. Costs are integers: 2378 for a straight step and 3363 for a diagonal one,
unless the grid says otherwise (`Grid.costs`).

    import numpy, throng
    grid = throng.Grid(numpy.ones((100, 100), dtype=numpy.uint16))  # 0: closed, n: weighs n
    batch = throng.Solver(grid).solve([[0, 0]], [[99, 99]])
    print(batch.cost[0], batch.path(0))
"""
from ._throng import (UNREACHABLE, Batch, Crowd, Finished, FlowField, FramePace,
                      FrameScheduler, Grid, Index, Lines, LivingMap, RouteBook, Scenario,
                      Solver, StepField, TakenCells, Workers, __version__, assign_by_cost,
                      assign_places, bundle, clear_line, distance_table, exchange_places,
                      field, fields, generate, line_of_sight, nearest, promise_places,
                      read_map, read_scenario, smooth, solve_lines, spread_goals, unbundle)

STATUS = ("found", "unreachable", "start_blocked", "goal_blocked", "out_of_map",
          "out_of_budget", "over_max_cost", "cancelled")
"""Batch.status[i] is an index into this tuple."""

STAY = 255
"""The move of FlowField.next and Crowd.moves where there is none."""

__all__ = ["Batch", "Crowd", "Finished", "FlowField", "FramePace", "FrameScheduler",
           "Grid", "Index", "Lines", "LivingMap", "RouteBook", "STATUS", "STAY", "Scenario",
           "Solver", "StepField", "TakenCells", "UNREACHABLE", "Workers", "__version__",
           "assign_by_cost", "assign_places", "bundle", "clear_line", "distance_table",
           "exchange_places", "field", "fields", "generate", "line_of_sight", "nearest",
           "promise_places", "read_map", "read_scenario", "smooth", "solve_lines",
           "spread_goals", "unbundle"]
