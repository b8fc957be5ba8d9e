#include "../core/memory.hpp"
#include "../core/workers.hpp"
#include "../grid/map_boxes.hpp"
#include "../index/index_contents.hpp"
#include "../lines/kept_line.hpp"
#include "../lines/line_path.hpp"
#include "batch_check.hpp"

#include <throng/line_review.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kReviewsPerBlock = 64;
constexpr std::size_t kMostOpenings = 64;

/// A class of a map whose lines are reviewed.
struct ReviewedClass {
  const LineBoard* board = nullptr;  ///< null: no line is of this class
  const Grid* grid = nullptr;
  BoxesOf<kMostOpenings> openings = {};
};

/// Memory of review_lines().
struct LineReviewScratch {
  explicit LineReviewScratch(Memory memory) : classes(memory) {}

  std::pmr::vector<ReviewedClass> classes;
  MapChanges changes;
};

/// Finds what changed for the classes of lines. Errors: see review_lines().
Outcome find_changes(const LivingMap& map, LivingMap::Version since,
                     std::span<const HeldLine> lines, LineReviewScratch& own) {
  own.classes.assign(map.classes(), {});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t k = lines[i].movement;
    if (k >= map.classes())
      return fail(Code::bad_argument, "line " + std::to_string(i) + " is of class " +
                                          std::to_string(k) + ", but the map has " +
                                          std::to_string(map.classes()) + " classes");
    ReviewedClass& mine = own.classes[k];
    if (mine.board != nullptr) continue;
    if (Outcome there = check_lines_of(map.index(k)); !there) return there;
    mine.board = map.index(k).contents().line_source().board;
    mine.grid = map.grid(k).get();
    map.changes(since, k, own.changes);
    for (const MapRect& rect : own.changes.cheaper) mine.openings.add(rect, 0, *mine.grid);
  }
  return ok();
}

/// Whether a line may turn at a point in 1/scale_of(model) of a cell, as far as its place
/// in the map says: at an anchor; or at a centre or corner of a cell.
bool is_place(LineModel model, const Grid& grid, Position p) noexcept {
  if (model == LineModel::unit) return grid.contains(p);
  return p.x >= -1 && p.y >= -1 && p.x / 2 < grid.width() && p.y / 2 < grid.height() &&
         (p.x & 1) == (p.y & 1);
}

LineReview review_of(const ReviewedClass& mine, std::span<const Position> line,
                     std::pmr::vector<LinePoint>& points) {
  const LineModel model = mine.board->model();
  points.clear();
  for (const Position point : line) {
    if (!is_place(model, *mine.grid, point)) break;
    points.push_back(point_of(model, point));
  }
  std::optional<std::size_t> illegal;
  if (!points.empty()) illegal = illegal_leg(*mine.board, *mine.grid, points);
  if (!illegal && points.size() < line.size())
    illegal = std::max<std::size_t>(points.size(), 1) - 1;
  if (illegal) return {LineState::broken, static_cast<std::uint32_t>(*illegal)};
  const std::span<const MapRect> cheaper = mine.openings.boxes();
  const bool shorter =
      line.empty() ? !cheaper.empty() : may_shorten(model, points, cheaper);
  return {shorter ? LineState::legal : LineState::shortest, 0};
}

}  // namespace

Outcome review_lines(const LivingMap& map, LivingMap::Version since,
                     std::span<const HeldLine> lines, Workers& workers,
                     Column<LineReview>& reviews) {
  const WorkersInUse own(workers);
  auto& kept = own->common.of<LineReviewScratch>();
  if (Outcome found = find_changes(map, since, lines, kept); !found) return found;
  std::size_t most = 0;
  for (const HeldLine& line : lines) most = std::max(most, line.points.size());
  for (Scratch& thread : own->scratch) thread.of<LinesScratch>().points.reserve(most);
  reviews.resize(lines.size());
  own->crew.for_each_block(
      lines.size(), kReviewsPerBlock, [&](int thread, std::size_t begin, std::size_t end) {
        Scratch& scratch = own->scratch[static_cast<std::size_t>(thread)];
        auto& points = scratch.of<LinesScratch>().points;
        for (std::size_t i = begin; i < end; ++i)
          reviews[i] = review_of(kept.classes[lines[i].movement], lines[i].points, points);
      });
  return ok();
}

}  // namespace throng
