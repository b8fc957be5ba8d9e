#include "../batch/batch_loop.hpp"
#include "../batch/order.hpp"
#include "../core/gather.hpp"
#include "../core/progress.hpp"
#include "any_angle_scratch.hpp"

#include <throng/any_angle.hpp>
#include <throng/column.hpp>

#include <algorithm>
#include <limits>

namespace throng {
namespace {

constexpr std::size_t kPathsPerBlock = 16;
constexpr auto kAnyNumber = std::numeric_limits<std::uint32_t>::max();

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

/// Whether a polyline is certainly shorter than another: the length of each leg is rounded
/// up by less than 1.
bool is_shorter(const Drawing& drawing, std::span<const Position> points,
                std::span<const Position> than) {
  Length length = 0, least = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length += drawing.length(points[i - 1], points[i]);
  for (std::size_t i = 1; i < than.size(); ++i)
    least += drawing.length(than[i - 1], than[i]) - 1;
  return length <= least;
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

/// Appends the path that Theta* finds, pulled taut; returns false when it finds none.
bool append_search(const Legs& legs, const Query& query, std::uint32_t max_expansions,
                   AnyAngleScratch::Impl& scratch, Column<Position>& points) {
  std::pmr::vector<CellIndex>& path = scratch.smooth.path;
  path.clear();
  if (!theta_star(legs, legs.grid().cell(query.start), legs.grid().cell(query.goal),
                  max_expansions, scratch.theta, path))
    return false;
  smooth_path(legs, path, scratch.smooth.leg, points);
  return true;
}

/// The any-angle paths of one batch.
struct Job {
  Legs legs;
  const Answers& batch;
  AnyAnglePaths& paths;
  std::span<const Query> queries = {};    ///< none: no search
  const BatchOptions* options = nullptr;  ///< options of the search

  /// Computes path i, except its place among the other paths.
  void find(std::size_t i, AnyAngleScratch::Impl& scratch, Column<Position>& points) const {
    const std::size_t begin = points.size();
    if (batch.status[i] == Status::found) {
      const PathView path = batch.path(i);
      append_smooth(legs, path.start(), path.moves(), scratch.smooth, points);
      // A straight line is already shortest.
      if (searches() && points.size() - begin > 2) improve(i, begin, scratch, points);
    }
    const auto own = std::span(points).subspan(begin);
    paths.length[i] = length_of(legs.drawing(), own);
    paths.point_begin[i + 1] = own.size();  // the number of points until the batch is done
  }

  bool searches() const { return !queries.empty(); }

  /// Replaces the points from `begin` on by the result of a search, if that is shorter.
  void improve(std::size_t i, std::size_t begin, AnyAngleScratch::Impl& scratch,
               Column<Position>& points) const {
    if (cancelled(options->monitor)) return;
    const std::size_t end = points.size();
    if (!append_search(legs, queries[i], options->max_expansions, scratch, points)) return;
    const auto all = std::span<const Position>(points);
    const bool better =
        is_shorter(legs.drawing(), all.subspan(end), all.subspan(begin, end - begin));
    const auto at = [&](std::size_t k) {
      return points.begin() + static_cast<std::ptrdiff_t>(k);
    };
    if (better)
      points.erase(at(begin), at(end));
    else
      points.erase(at(end), points.end());
  }
};

/// Raises the capacity of every thread that has worked to the largest among them.
void level(Workers::Impl& workers) {
  std::size_t path = 0, leg = 0, open = 0;
  for (const Scratch& scratch : workers.scratch) {
    const auto* const one = scratch.find<AnyAngleScratch::Impl>();
    if (one == nullptr) continue;
    path = std::max(path, one->smooth.path.capacity());
    leg = std::max(leg, one->smooth.leg.capacity());
    open = std::max(open, one->theta.open_capacity());
  }
  for (const Scratch& scratch : workers.scratch) {
    auto* const one = scratch.find<AnyAngleScratch::Impl>();
    if (one == nullptr) continue;
    one->smooth.path.reserve(path);
    one->smooth.leg.reserve(leg);
    one->theta.reserve_open(open);
  }
}

void find_all(const Job& job, Workers::Impl& workers) {
  const std::size_t count = job.batch.slots();
  level(workers);
  auto& points = workers.common.of<Gather<Position>>();
  auto& kept = workers.common.of<BatchScratch>();
  points.begin(workers, count);
  if (job.searches())
    order_longest_first(count, workers.crew, kept, [&](std::size_t i) {
      return span_of(job.queries[i].start, job.queries[i].goal);
    });
  else
    order_as_they_come(count, kept);
  points.run(
      workers, kept.order, job.searches() ? 1 : kPathsPerBlock,
      [&](std::size_t i, Scratch& scratch, Column<Position>& own) {
        job.find(i, scratch.of<AnyAngleScratch::Impl>(), own);
      },
      [](std::size_t) {});

  std::pmr::vector<std::uint64_t>& begin_of = job.paths.point_begin;
  for (std::size_t i = 0; i < count; ++i) begin_of[i + 1] += begin_of[i];
  job.paths.points.resize(begin_of.back());
  points.copy(workers, count, job.paths.points.size(), [&](std::size_t i) {
    return Gather<Position>::Target{job.paths.points.data() + begin_of[i],
                                    begin_of[i + 1] - begin_of[i]};
  });
}

/// Replaces the paths by `count` empty ones.
void clear(AnyAnglePaths& paths, std::size_t count) {
  paths.length.assign(count, 0);
  paths.point_begin.assign(count + 1, 0);
  paths.points.clear();
}

/// If an executor throws or memory runs out, no path is half there.
void run(const Job& job, Workers& workers) {
  const WorkersInUse own(workers);
  clear(job.paths, job.batch.slots());
  try {
    find_all(job, *own);
  } catch (...) {
    clear(job.paths, job.batch.slots());
    throw;
  }
}

}  // namespace

bool line_of_sight(const Grid& grid, Position from, Position to) noexcept {
  return grid.contains(from) && grid.contains(to) && LineOfSight(grid)(from, to);
}

bool clear_line(const Grid& grid, Position from, Position to) noexcept {
  return grid.contains(from) && grid.contains(to) && ClearLine(grid)(from, to);
}

AnyAngleScratch::AnyAngleScratch() : impl_(std::make_unique<Impl>()) {}
AnyAngleScratch::~AnyAngleScratch() = default;
AnyAngleScratch::AnyAngleScratch(AnyAngleScratch&&) noexcept = default;
AnyAngleScratch& AnyAngleScratch::operator=(AnyAngleScratch&&) noexcept = default;

Result<AnyAnglePath> smooth(const Grid& grid, const PathView& path) {
  if (Outcome ground = check_ground(grid); !ground) return ground.failure();
  const Legs legs(grid);
  SmoothScratch scratch;
  AnyAnglePath smoothed;
  append_smooth(legs, path.start(), path.moves(), scratch, smoothed.points);
  smoothed.length = length_of(legs.drawing(), smoothed.points);
  return smoothed;
}

Result<AnyAnglePath> any_angle_path(const Grid& grid, const Query& query,
                                    AnyAngleScratch& scratch) {
  if (Outcome ground = check_ground(grid); !ground) return ground.failure();
  AnyAnglePath path;
  if (!grid.contains(query.start) || !grid.contains(query.goal)) return path;
  const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
  if (!grid.open(query.start) || grid.component(start) != grid.component(goal)) return path;
  const Legs legs(grid);
  append_search(legs, query, kAnyNumber, scratch.impl(), path.points);
  path.length = length_of(legs.drawing(), path.points);
  return path;
}

Outcome smooth(const Grid& grid, const Answers& batch, Workers& workers,
               AnyAnglePaths& paths) {
  if (Outcome ground = check_ground(grid); !ground) return ground;
  run({Legs(grid), batch, paths}, workers);
  return ok();
}

Outcome solve_any_angle(const Solver& solver, std::span<const Query> queries,
                        Workers& workers, Answers& batch, AnyAnglePaths& paths,
                        const BatchOptions& options, AnyAngle how) {
  if (Outcome ground = check_ground(solver.grid()); !ground) return ground;
  clear(paths, queries.size());
  BatchOptions with_paths = options;
  with_paths.paths = true;
  solver.solve(queries, workers, batch, with_paths);
  Job job{Legs(solver.grid()), batch, paths};
  if (how == AnyAngle::theta) {
    job.queries = queries;
    job.options = &options;
  }
  run(job, workers);
  return ok();
}

}  // namespace throng
