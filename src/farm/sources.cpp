#include "sources.hpp"

#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/rng.hpp"
#include "../map/points.hpp"

#include <throng/map_io.hpp>

#include <algorithm>
#include <utility>

namespace throng::farm {
namespace {

Outcome check_hash(const InputFile& file) {
  if (file.path.empty()) return ok();
  const Result<FileHash> now = hash_file(file.path);
  if (!now) return now.failure();
  if (now->hash == file.hash) return ok();
  return fail(Code::bad_argument, file.path + ": has changed since the farm started");
}

std::optional<std::string> named(const InputFile& file) {
  return file.path.empty() ? std::nullopt : std::optional(file.path);
}

std::vector<Position> open_cells(const Grid& grid) {
  std::vector<Position> cells;
  cells.reserve(grid.open_cells());
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x)
      if (grid.open({x, y})) cells.push_back({x, y});
  return cells;
}

/// Some of the cells, each at most once, in the order in which they were drawn.
std::vector<Position> draw(std::vector<Position> cells, const PointChoice& choice) {
  SplitMix64 random(choice.seed);
  const std::size_t count = std::min<std::size_t>(choice.count, cells.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto left = static_cast<std::uint32_t>(cells.size() - i);
    std::swap(cells[i], cells[i + random.below(left)]);
  }
  cells.resize(count);
  return cells;
}

}  // namespace

Result<SourceMap> read_sources(const Job& job) {
  for (const InputFile* file : {&job.map, &job.weights, &job.links})
    if (Outcome same = check_hash(*file); !same) return same.failure();
  Result<Terrain> terrain =
      read_map(job.map.path, nullptr, job.rules.movement.own_characters());
  if (!terrain) return terrain.failure();
  Result<Ground> ground =
      read_ground({named(job.weights), named(job.links)}, job.map.path, *terrain);
  if (!ground) return ground.failure();
  return SourceMap{*std::move(terrain), *std::move(ground)};
}

Result<std::shared_ptr<const Grid>> make_grid(const Job& job, const SourceMap& map) {
  auto grid =
      Grid::make(map.terrain, job.rules,
                 {.threads = 1, .weights = map.ground.weights, .links = map.ground.links});
  if (!grid) return in_file(job.map.path, grid.error());
  return grid;
}

Result<MatrixPoints> find_points(const Job& job, const Grid& grid, TerrainView terrain) {
  MatrixPoints found;
  switch (job.points.kind) {
    case PointKind::all:
      found.points = open_cells(grid);
      break;
    case PointKind::random:
      found.points = draw(open_cells(grid), job.points);
      break;
    case PointKind::list: {
      if (Outcome same = check_hash(job.list); !same) return same.failure();
      Result<std::vector<Position>> points = read_points(job.list.path, terrain);
      if (!points) return points.failure();
      found.points = *std::move(points);
      break;
    }
    case PointKind::gates:
      if (!grid.plain() || is_hexagonal(grid.rules().topology))
        return fail(Code::bad_argument,
                    job.map.path + ": gates need plain ground, and a grid of squares");
      found.areas = decompose(grid);
      found.gates.emplace(grid, *found.areas);
      break;
  }
  return found;
}

std::string to_text(const MatrixPoints& points) {
  if (!points.gates) return to_text(points.points);
  std::string lines;
  for (const Gate& gate : points.gates->gates())
    lines += text(gate.first) + ',' + text(gate.last) + '\n';
  return lines;
}

}  // namespace throng::farm
