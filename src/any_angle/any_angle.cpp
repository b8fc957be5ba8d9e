#include "../batch/answer_query.hpp"
#include "../batch/batch_loop.hpp"
#include "../batch/order.hpp"
#include "../core/gather.hpp"
#include "../core/progress.hpp"
#include "../index/index_contents.hpp"
#include "../lines/line_path.hpp"
#include "batch_check.hpp"
#include "smooth_path.hpp"

#include <throng/any_angle.hpp>
#include <throng/column.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace throng {
namespace {

constexpr std::size_t kPathsPerBlock = 16;

Outcome check_ground(const Grid& grid) {
  if (grid.uniform()) return ok();
  return fail(
      Code::unsupported,
      "any-angle paths require that every step has weight 1 and that there are no links: "
      "elsewhere a detour may be cheaper than a straight line");
}

double length_of(const Drawing& drawing, std::span<const Position> points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length += drawing.distance(points[i - 1], points[i]);
  return length;
}

/// Appends the path from `start` by `moves`, pulled taut.
void append_smooth(const Legs& legs, Position start, std::span<const Move> moves,
                   SmoothScratch& scratch, Column<Position>& points) {
  THRONG_ASSERT(legs.grid().contains(start));
  CellIndex cell = legs.grid().cell(start);
  scratch.path.assign(1, cell);
  for (const Move move : moves) scratch.path.push_back(cell += legs.grid().offset(move));
  smooth_path(legs, scratch.path, scratch.leg, points);
}

/// Replaces the paths by `count` empty ones. If memory runs out, there are none at all.
void clear(AnyAnglePaths& paths, std::size_t count) try {
  paths.length.assign(count, 0);
  paths.point_begin.assign(count + 1, 0);
  paths.points.clear();
  paths.scale = 1;
  paths.status.resize(count);
  paths.expanded.resize(count);
  std::ranges::fill(paths.status, Status::cancelled);
  std::ranges::fill(paths.expanded, 0U);
} catch (...) {
  paths.length.clear();
  paths.point_begin.clear();
  paths.points.clear();
  paths.status.clear();
  paths.expanded.clear();
  throw;
}

/// Calls find(i, scratch, points) for each path of a batch, in the order of BatchScratch,
/// on all threads; it appends the points of path i, and writes all but their place. done(n)
/// follows each block.
template <class Find, class Done>
void find_all(std::size_t block, Workers::Impl& workers, AnyAnglePaths& paths,
              const Find& find, const Done& done) {
  const std::size_t count = paths.size();
  auto& gathered = workers.common.of<Gather<Position>>();
  std::pmr::vector<std::uint64_t>& begin_of = paths.point_begin;
  gathered.begin(workers, count);
  gathered.run(
      workers, workers.common.of<BatchScratch>().order, block,
      [&](std::size_t i, Scratch& scratch, Column<Position>& points) {
        const std::size_t begin = points.size();
        find(i, scratch, points);
        begin_of[i + 1] = points.size() - begin;
      },
      done);
  for (std::size_t i = 0; i < count; ++i) begin_of[i + 1] += begin_of[i];
  paths.points.resize(begin_of.back());
  gathered.copy(workers, count, paths.points.size(), [&](std::size_t i) {
    return Gather<Position>::Target{paths.points.data() + begin_of[i],
                                    begin_of[i + 1] - begin_of[i]};
  });
}

/// Runs a batch on `workers`. If an executor throws or memory runs out, no path is half
/// there.
template <class Run>
void run_batch(std::size_t count, Workers& workers, AnyAnglePaths& paths, const Run& run) {
  const WorkersInUse own(workers);
  clear(paths, count);
  try {
    run(*own);
  } catch (...) {
    clear(paths, count);
    throw;
  }
}

/// Raises the capacity of every thread that has smoothed paths to the largest among them.
void level_smoothing(std::span<const Scratch> threads) {
  for (const Scratch& from : threads)
    for (const Scratch& to : threads) {
      const auto* const one = from.find<SmoothScratch>();
      auto* const other = to.find<SmoothScratch>();
      if (one == nullptr || other == nullptr || one == other) continue;
      other->path.reserve(one->path.capacity());
      other->leg.reserve(one->leg.capacity());
    }
}

/// The lines of one batch.
class LineBatch {
 public:
  LineBatch(const Index& index, std::span<const Query> queries, const BatchOptions& options,
            AnyAnglePaths& paths)
      : grid_(*index.grid()),
        source_(index.contents().line_source()),
        legs_(grid_),
        queries_(queries),
        options_(options),
        limits_{.expansions = options.max_expansions,
                .cancel = cancel_flag(options.monitor)},
        paths_(paths) {}

  void run(Workers::Impl& workers) const {
    level_lines(workers.scratch);
    paths_.scale = scale_of(source_.board->model());
    auto& order = workers.common.of<BatchScratch>();
    if (source_.labels != nullptr)
      order_as_they_come(queries_.size(), order);
    else
      order_longest_first(queries_.size(), workers.crew, order, [&](std::size_t i) {
        return span_of(queries_[i].start, queries_[i].goal);
      });
    const Progress progress(options_.monitor, queries_.size());
    find_all(
        source_.labels != nullptr ? kPathsPerBlock : 1, workers, paths_,
        [&](std::size_t i, Scratch& scratch, Column<Position>& points) {
          if (!progress.cancelled()) find(i, scratch.of<LinesScratch>(), points);
        },
        progress);
  }

 private:
  void find(std::size_t i, LinesScratch& scratch, Column<Position>& points) const {
    const Query& query = queries_[i];
    Status& status = paths_.status[i];
    status = settle_without_search(grid_, query).status;
    if (status != Status::unreachable && status != Status::found) return;
    if (grid_.component(grid_.cell(query.start)) != grid_.component(grid_.cell(query.goal)))
      return;
    const LinePath path =
        find_line_path(source_, legs_, query, options_.paths, limits_, scratch);
    paths_.expanded[i] = path.found.expanded;
    status = path.found.status;
    paths_.length[i] = path.length;
    if (!options_.paths) return;
    for (const LinePoint point : path.points)
      points.push_back(position_of(source_.board->model(), point));
  }

  const Grid& grid_;
  LineSource source_;
  Legs legs_;
  std::span<const Query> queries_;
  const BatchOptions& options_;
  LineLimits limits_;
  AnyAnglePaths& paths_;
};

}  // namespace

bool line_of_sight(const Grid& grid, Position from, Position to) noexcept {
  return grid.contains(from) && grid.contains(to) && LineOfSight(grid)(from, to);
}

bool clear_line(const Grid& grid, Position from, Position to) noexcept {
  return grid.contains(from) && grid.contains(to) && ClearLine(grid)(from, to);
}

Result<AnyAnglePath> smooth(const Grid& grid, const PathView& path) {
  if (Outcome ground = check_ground(grid); !ground) return ground.failure();
  const Legs legs(grid);
  SmoothScratch scratch;
  AnyAnglePath smoothed;
  append_smooth(legs, path.start(), path.moves(), scratch, smoothed.points);
  smoothed.length = length_of(legs.drawing(), smoothed.points);
  return smoothed;
}

Outcome smooth(const Grid& grid, const Answers& batch, Workers& workers,
               AnyAnglePaths& paths) {
  if (Outcome ground = check_ground(grid); !ground) return ground;
  const Legs legs(grid);
  run_batch(batch.slots(), workers, paths, [&](Workers::Impl& own) {
    level_smoothing(own.scratch);
    order_as_they_come(batch.slots(), own.common.of<BatchScratch>());
    find_all(
        kPathsPerBlock, own, paths,
        [&](std::size_t i, Scratch& scratch, Column<Position>& points) {
          paths.status[i] = batch.status[i];
          if (batch.status[i] != Status::found) return;
          const std::size_t begin = points.size();
          const PathView path = batch.path(i);
          append_smooth(legs, path.start(), path.moves(), scratch.of<SmoothScratch>(),
                        points);
          paths.length[i] = length_of(legs.drawing(), std::span(points).subspan(begin));
        },
        [](std::size_t) {});
  });
  return ok();
}

Outcome solve_lines(const Index& index, std::span<const Query> queries, Workers& workers,
                    AnyAnglePaths& paths, const BatchOptions& options) {
  if (Outcome there = check_lines_of(index); !there) return there;
  const LineBatch batch(index, queries, options, paths);
  run_batch(queries.size(), workers, paths, [&](Workers::Impl& own) { batch.run(own); });
  return ok();
}

}  // namespace throng
