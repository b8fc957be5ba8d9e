#include "../src/sweep/sweep.hpp"
#include "boost_graph.hpp"
#include "registration.hpp"

#include <throng/column.hpp>
#include <throng/distances.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <functional>
#include <string>
#include <thread>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;
constexpr std::size_t kSources = 3;
constexpr std::size_t kFields = 64;

using PaddedField = std::vector<Cost>;  ///< in the padded layout

/// Boost.Graph's Dijkstra over the implicit graph; its property maps are made once.
class BoostDijkstra {
 public:
  explicit BoostDijkstra(const Grid& grid)
      : grid_(grid), predecessor_(grid.cell_count()), color_(grid.cell_count()) {}

  void run(CellIndex source, PaddedField& field) {
    std::fill(field.begin(), field.end(), kUnreachable);
    std::fill(color_.begin(), color_.end(), boost::white_color);
    field[source] = 0;
    const auto weight = boost::make_function_property_map<Edge>(std::mem_fn(&Edge::cost));
    boost::dijkstra_shortest_paths_no_init(
        Graph{grid_}, source, property_map(predecessor_), property_map(field), weight,
        VertexIndex{}, std::less<>{}, std::plus<>{}, Cost{0},
        boost::default_dijkstra_visitor{}, property_map(color_));
  }

 private:
  const Grid& grid_;
  std::vector<CellIndex> predecessor_;
  std::vector<boost::default_color_type> color_;
};

/// A careful implementation of Dijkstra's algorithm: buckets as wide as the least step, of
/// which three are enough, and all neighbours of each cell.
class BucketDijkstra {
 public:
  explicit BucketDijkstra(const Grid& grid) : grid_(grid) {}

  void run(CellIndex source, PaddedField& field) {
    std::fill(field.begin(), field.end(), kUnreachable);
    field[source] = 0;
    buckets_[0].push_back(source);
    Cost floor = 0;
    for (unsigned b = 0, idle = 0; idle < buckets_.size(); b = (b + 1) % 3) {
      idle = buckets_[b].empty() ? idle + 1 : 0;
      for (const CellIndex cell : buckets_[b])
        if (field[cell] >= floor) expand(cell, floor, b, field);
      buckets_[b].clear();
      floor += grid_.costs().straight;
    }
  }

 private:
  void expand(CellIndex cell, Cost floor, unsigned bucket, PaddedField& field) {
    const StepCosts costs = grid_.costs();
    for (unsigned moves = grid_.moves()[cell]; moves != 0; moves &= moves - 1) {
      const auto move = static_cast<Move>(std::countr_zero(moves));
      const CellIndex to = cell + grid_.offset(move);
      const Cost distance =
          field[cell] + (is_diagonal(move) ? costs.diagonal : costs.straight);
      if (distance >= field[to]) continue;
      field[to] = distance;
      const unsigned ahead = distance - floor < 2 * costs.straight ? 1 : 2;
      buckets_[(bucket + ahead) % 3].push_back(to);
    }
  }

  const Grid& grid_;
  std::array<std::vector<CellIndex>, 3> buckets_;
};

/// A careful breadth-first search on a tile grid: an array as the queue, and no branch that
/// depends on the map.
class FifoSearch {
 public:
  explicit FifoSearch(const Grid& grid)
      : grid_(grid),
        blank_(SweepSpace(grid, FieldMetric::cost).blank),
        queue_(grid.open_cells() + 1) {}

  void run(CellIndex source, PaddedField& field) {
    std::copy(blank_.begin(), blank_.end(), field.begin());
    field[source] = 0;
    queue_[0] = source;
    const Cost straight = grid_.costs().straight;
    std::size_t end = 1;
    for (std::size_t first = 0; first < end; ++first) {
      const CellIndex cell = queue_[first];
      const Cost distance = field[cell] + straight;
      for (const Move move : {Move::north, Move::west, Move::east, Move::south}) {
        const CellIndex to = cell + grid_.offset(move);
        const Cost old = field[to];
        queue_[end] = to;
        end += distance < old ? 1 : 0;
        field[to] = std::min(distance, old);
      }
    }
  }

 private:
  const Grid& grid_;
  Column<Cost> blank_;
  std::vector<CellIndex> queue_;
};

/// The work of one thread of fill_distances for a source.
class Sweeper {
 public:
  explicit Sweeper(const Grid& grid, SweepKind kind = SweepKind::automatic)
      : space_(grid, FieldMetric::cost, kind) {}

  void run(CellIndex source, PaddedField& field) {
    sweep(space_, {&source, 1}, kUnreachable - 1, scratch_, field);
  }

 private:
  SweepSpace space_;
  SweepScratch scratch_;
};

/// Open starts of the scenario's queries.
std::vector<Position> sources(const Workload& workload, std::size_t count) {
  std::vector<Position> found;
  for (const Query& query : workload.queries)
    if (found.size() < count && workload.grid->open(query.start))
      found.push_back(query.start);
  return found;
}

bool same_distances(const Grid& grid, const PaddedField& a, const PaddedField& b) {
  for (CellIndex cell = 0; cell < a.size(); ++cell)
    if (grid.component(cell) != Grid::kNoComponent && a[cell] != b[cell]) return false;
  return true;
}

std::size_t reached(const Grid& grid, const std::vector<Position>& from) {
  std::vector<std::size_t> sizes(grid.component_count());
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (grid.component(cell) != Grid::kNoComponent) ++sizes[grid.component(cell)];
  std::size_t sum = 0;
  for (const Position p : from) sum += sizes[grid.component(grid.cell(p))];
  return sum;
}

/// Each round sweeps the same sources by all three engines, one after the other.
void sweeps(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const Grid& grid = *workload->grid;
  const std::vector<Position> from = sources(*workload, kSources);
  if (from.empty()) return state.SkipWithError("no start is open");
  BoostDijkstra boost(grid);
  BucketDijkstra buckets(grid);
  Sweeper throng(grid);
  PaddedField a(grid.cell_count()), b(grid.cell_count()), c(grid.cell_count());
  const auto time_all = [&](auto& contestant, PaddedField& field) {
    return seconds([&] {
      for (const Position source : from) contestant.run(grid.cell(source), field);
    });
  };
  time_all(boost, a);
  time_all(buckets, b);
  time_all(throng, c);
  if (!same_distances(grid, a, c) || !same_distances(grid, b, c))
    return state.SkipWithError("the distances differ");

  std::vector<double> boost_times, bucket_times, times;
  for ([[maybe_unused]] auto _ : state) {
    boost_times.push_back(time_all(boost, a));
    bucket_times.push_back(time_all(buckets, b));
    times.push_back(time_all(throng, c));
    state.SetIterationTime(times.back());
  }
  const double per_cell = 1e9 / static_cast<double>(reached(grid, from));
  state.counters["boost/throng"] = median_ratio(boost_times, times);
  state.counters["buckets/throng"] = median_ratio(bucket_times, times);
  state.counters["boost ns"] = per_cell * median(boost_times);
  state.counters["buckets ns"] = per_cell * median(bucket_times);
  state.counters["throng ns"] = per_cell * median(times);
}

/// Maps with a scenario, for tile_sweeps().
constexpr std::array kTileMaps{
    MapRow{"bg512/AR0700SR"},       MapRow{"dao/brc202d"},
    MapRow{"rooms/8room_000"},      MapRow{"rooms/32room_000"},
    MapRow{"mazes/maze512-1-0"},    MapRow{"random/random512-10-0"},
    MapRow{"random/random512-35-0"}};

/// The same sources on a tile grid by each kernel, and by another FIFO, in turn.
void tile_sweeps(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 10 * kSources);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const auto grid = *Grid::make(workload->terrain, {.topology = Topology::tile});
  const std::vector<Position> from = sources(*workload, kSources);
  if (from.empty()) return state.SkipWithError("no start is open");
  FifoSearch other(*grid);
  Sweeper steps(*grid, SweepKind::steps), fifo(*grid, SweepKind::fifo);
  Sweeper tiles(*grid, SweepKind::tiles), throng(*grid);
  PaddedField right(grid->cell_count()), field(grid->cell_count());
  const auto time = [&](auto& contestant) {
    return seconds([&] {
      for (const Position source : from) contestant.run(grid->cell(source), field);
    });
  };
  time(other);
  right.swap(field);
  field = right;
  const auto agrees = [&](auto& contestant) {
    time(contestant);
    return same_distances(*grid, right, field);
  };
  if (!agrees(steps) || !agrees(fifo) || !agrees(tiles) || !agrees(throng))
    return state.SkipWithError("the distances differ");

  std::vector<double> other_times, step_times, fifo_times, tile_times, times;
  for ([[maybe_unused]] auto _ : state) {
    other_times.push_back(time(other));
    step_times.push_back(time(steps));
    fifo_times.push_back(time(fifo));
    tile_times.push_back(time(tiles));
    times.push_back(time(throng));
    state.SetIterationTime(times.back());
  }
  const double per_cell = 1e9 / static_cast<double>(reached(*grid, from));
  state.counters["steps/throng"] = median_ratio(step_times, times);
  state.counters["other fifo/throng"] = median_ratio(other_times, times);
  state.counters["steps ns"] = per_cell * median(step_times);
  state.counters["fifo ns"] = per_cell * median(fifo_times);
  state.counters["tiles ns"] = per_cell * median(tile_times);
  state.counters["throng ns"] = per_cell * median(times);
}

/// Milliseconds on one thread and on several, and their ratio, in each round.
class Pair {
 public:
  void add(double alone, double together) {
    alone_.push_back(alone);
    together_.push_back(together);
  }
  void report(benchmark::State& state, const std::string& what) const {
    state.counters[what + " ms"] = 1e3 * median(alone_);
    state.counters[what + " speed-up"] = median_ratio(alone_, together_);
  }

 private:
  std::vector<double> alone_;
  std::vector<double> together_;
};

/// The same sources on one thread and on several, in turn: as fields, and as a matrix,
/// which writes very little.
void many_fields(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 10 * kFields);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const Grid& grid = *workload->grid;
  const std::vector<Position> from = sources(*workload, kFields);
  Workers one(1);
  Workers several(static_cast<int>(state.range(0)));
  std::vector<Cost> fields(from.size() * static_cast<std::size_t>(grid.width()) *
                           static_cast<std::size_t>(grid.height()));
  const auto make_fields = [&](Workers& workers) {
    return seconds([&] { fill_distances(workload->grid, from, fields, workers); });
  };
  const auto make_matrix = [&](Workers& workers) {
    return seconds(
        [&] { benchmark::DoNotOptimize(distances(workload->grid, from, from, workers)); });
  };
  Pair as_fields, as_matrix;
  make_fields(one);
  make_fields(several);
  for ([[maybe_unused]] auto _ : state) {
    as_fields.add(make_fields(one), make_fields(several));
    const double together = make_matrix(several);
    as_matrix.add(make_matrix(one), together);
    state.SetIterationTime(together);
  }
  as_fields.report(state, "fields");
  as_matrix.report(state, "matrix");
}

}  // namespace

void register_sweeps() {
  add_for_all_maps("sweep", kRounds, sweeps);
  for (const MapRow& map : kTileMaps)
    add(std::string("tile_sweep/") + map.name, kRounds, tile_sweeps, map);
  add_for_all_threads("fields", kRounds, many_fields);
}

}  // namespace throng::bench
