// Uses of the interface that the compiler must reject: one for each value of CASE. With
// CASE 0, the same statements as they are meant, all compiles.
#include <throng/any_angle.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <limits>
#include <tuple>
#include <utility>

using namespace throng;

void use(const Terrain& terrain, const Grid& grid, FrameScheduler& scheduler,
         const Solver& solver, Workers& workers, MovementClass& movement) {
#if CASE == 0
  const CellIndex cell = grid.cell(Position{1, 2});
  const auto made = Grid::make(terrain);
  const bool good = made.has_value();
  const FrameBudget work = FrameBudget::expansions(5);
  const FrameScheduler moved = std::move(scheduler);
  const Status status = Status::found;
  const Move move = Move::north;
  const std::array one{Query{{0, 0}, {1, 1}}};
  const Answers result = solver.solve(one, workers);
  const PathView path = result.path(0);
  movement.set('.', 3);
  static_cast<void>(
      std::tuple(cell, good, work.amount(), moved.waiting(), status, move, path));
#elif CASE == 1   // a position is no cell of the padded map
  const CellIndex cell = Position{1, 2};
#elif CASE == 2   // an error cannot be overlooked
  Grid::make(terrain);
#elif CASE == 3   // a result is no boolean by accident
  const bool good = Grid::make(terrain);
#elif CASE == 4   // work is counted in expansions or microseconds: say which
  const FrameBudget work = 5;
#elif CASE == 5   // a scheduler is moved, never copied
  const FrameScheduler copy = scheduler;
#elif CASE == 6   // a status is no number
  const Status status = 0;
#elif CASE == 7   // moves are not counted with
  const Move move = Move::north + 1;
#elif CASE == 8   // a solver is made, and may fail
  const Solver none;
#elif CASE == 9   // a braced list may be other queries than meant: of these braces, two
  Answers result;
  solver.solve({{{0, 0}, {1, 1}}}, workers, result);
#elif CASE == 10  // a path does not outlive its result
  const PathView path = solver.solve(std::array{Query{}}, workers).path(0);
#elif CASE == 11  // nor do all legs of a request
  const PathView path = solver.solve(std::array{Request{}}, workers).chain(0);
#elif CASE == 12  // a batch is solved for its results
  solver.solve(std::array{Query{}}, workers);
#elif CASE == 13  // a weight is a whole number: not this one
  movement.set('.', std::numeric_limits<double>::quiet_NaN());
#elif CASE == 14  // Workers belong to one caller
  const Workers copy = workers;
#elif CASE == 15  // the same of paths at any angle
  AnyAnglePaths paths;
  std::ignore = solve_lines(solver.index(), {{{0, 0}, {1, 1}}}, workers, paths);
#else
#error no such case
#endif
}
