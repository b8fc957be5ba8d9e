// Uses of the interface that the compiler must reject: one for each value of CASE. With
// CASE 0, the same statements as they are meant, all compiles.
#include <throng/frame_scheduler.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <tuple>
#include <utility>

using namespace throng;

void use(const Terrain& terrain, const Grid& grid, FrameScheduler& scheduler) {
#if CASE == 0
  const CellIndex cell = grid.cell(Position{1, 2});
  const auto made = Grid::make(terrain);
  const bool good = made.has_value();
  const FrameBudget work = FrameBudget::expansions(5);
  const FrameScheduler moved = std::move(scheduler);
  const Status status = Status::found;
  const Move move = Move::north;
  static_cast<void>(std::tuple(cell, good, work.amount(), moved.waiting(), status, move));
#elif CASE == 1  // a position is no cell of the padded map
  const CellIndex cell = Position{1, 2};
#elif CASE == 2  // an error cannot be overlooked
  Grid::make(terrain);
#elif CASE == 3  // a result is no boolean by accident
  const bool good = Grid::make(terrain);
#elif CASE == 4  // work is counted in expansions or microseconds: say which
  const FrameBudget work = 5;
#elif CASE == 5  // a scheduler is moved, never copied
  const FrameScheduler copy = scheduler;
#elif CASE == 6  // a status is no number
  const Status status = 0;
#elif CASE == 7  // moves are not counted with
  const Move move = Move::north + 1;
#elif CASE == 8  // a solver is made, and may fail
  const Solver solver;
#else
#error no such case
#endif
}
