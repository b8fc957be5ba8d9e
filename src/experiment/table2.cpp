#include "table2.hpp"

#include "../core/crew.hpp"
#include "../core/rng.hpp"
#include "../lab/ida_star.hpp"
#include "figures.hpp"
#include "spread.hpp"

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

namespace throng::experiment {
namespace {

/// Chosen so that a measurement takes about a minute on two threads.
constexpr std::array<std::size_t, 8> kTrials{200'000, 200'000, 50'000, 20'000,
                                             100'000, 20'000,  2'000,  50'000};
constexpr std::size_t kBlock = 16;

/// Shorter searches are repeated, so that the cost of reading the clock is negligible.
constexpr std::uint32_t kTimedExpansions = 1'000;

constexpr Limits kLimits{.max_expansions = kMostExpansions, .max_cost = kUnreachable - 1};

/// Two cells of a map that has the same obstacles on both grids.
struct Trial {
  std::shared_ptr<const Grid> tile;  ///< never null
  std::shared_ptr<const Grid> tex;   ///< never null
  Query query;
};

/// The outcome of one trial.
struct Record {
  SearchResult tile, tex;
  float tile_seconds = 0, tex_seconds = 0;
  std::uint32_t unfair = 0, apart = 0;  ///< pairs drawn before and rejected

  bool counts() const {
    return tile.status == Status::found && tex.status == Status::found;
  }
};

/// The first `count` cells of a map in a random order.
std::vector<Position> draw_cells(std::int32_t side, std::size_t count, SplitMix64& random) {
  std::vector<Position> cells;
  for (std::int32_t y = 0; y < side; ++y)
    for (std::int32_t x = 0; x < side; ++x) cells.push_back({x, y});
  for (std::size_t i = 0; i < count; ++i)
    std::swap(cells[i],
              cells[i + random.below(static_cast<std::uint32_t>(cells.size() - i))]);
  cells.resize(count);
  return cells;
}

/// The steps of a tex grid that no tile path can follow: from a tile to one that touches it
/// at a corner, between two obstacles.
std::vector<ClosedStep> unfair_steps(const Terrain& terrain, const Grid& tex) {
  std::vector<ClosedStep> steps;
  for (std::int32_t y = 0; y < terrain.height(); ++y)
    for (std::int32_t x = 0; x < terrain.width(); ++x)
      for (unsigned d = 0; d < kMoves; ++d) {
        const Position from{x, y};
        if ((tex.moves(from) >> d & 1U) == 0) continue;
        const Position to = tex.step(from, static_cast<Move>(d));
        if (from.x != to.x && from.y != to.y && !tex.open({from.x, to.y}) &&
            !tex.open({to.x, from.y}))
          steps.push_back({from, static_cast<Move>(d)});
      }
  return steps;
}

bool joined(const Grid& grid, const Query& query) {
  return grid.component(grid.cell(query.start)) == grid.component(grid.cell(query.goal));
}

/// Draws maps and pairs of cells until a path joins a pair on the tile grid.
Trial draw_trial(const PaperTrials& row, SplitMix64& random, Record& record) {
  const std::size_t obstacles = static_cast<std::size_t>(row.side) *
                                static_cast<std::size_t>(row.side) *
                                static_cast<std::size_t>(row.obstacles_percent) / 100;
  const Rules tile_rules{.topology = Topology::tile}, tex_rules{.topology = Topology::tex};
  for (;;) {
    const std::vector<Position> cells = draw_cells(row.side, obstacles + 2, random);
    Terrain terrain = *Terrain::make(row.side, row.side);
    for (std::size_t i = 0; i < obstacles; ++i) terrain.set(cells[i], '@');
    Trial trial{.tile = *Grid::make(terrain, tile_rules, {.threads = 1}),
                .tex = *Grid::make(terrain, tex_rules, {.threads = 1}),
                .query = {cells[obstacles], cells[obstacles + 1]}};
    if (!joined(*trial.tile, trial.query)) {
      ++(joined(*trial.tex, trial.query) ? record.unfair : record.apart);
      continue;
    }
    const std::vector<ClosedStep> unfair = unfair_steps(terrain, *trial.tex);
    if (!unfair.empty())
      trial.tex = *Grid::make(terrain, tex_rules, {.threads = 1, .closed_steps = unfair});
    return trial;
  }
}

/// CPU time of this thread. Wall time would include other load on the machine, which mostly
/// hits the longest searches, and these dominate the sums.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Searches, and returns the time taken.
template <Bound H>
SearchResult timed_search(IdaStar& ida, const Grid& grid, const Query& query,
                          float& seconds) {
  const SearchSpace space(grid);
  const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
  const H bound(grid.rules().topology, grid.costs());
  std::uint32_t times = 0;
  SearchResult result;
  const double begin = thread_seconds();
  do {
    result = ida.search(space, start, goal, bound, kLimits);
    ++times;
  } while (times <= kTimedExpansions / result.expanded);
  seconds = static_cast<float>((thread_seconds() - begin) / times);
  return result;
}

Record run_trial(const PaperTrials& row, std::uint64_t seed, IdaStar& ida) {
  Record record;
  SplitMix64 random(seed);
  const Trial trial = draw_trial(row, random, record);
  record.tile =
      timed_search<ManhattanBound>(ida, *trial.tile, trial.query, record.tile_seconds);
  record.tex = timed_search<HexBound>(ida, *trial.tex, trial.query, record.tex_seconds);
  return record;
}

/// The records of a row, by trial number.
std::vector<Record> run_trials(const PaperTrials& row, std::size_t trials,
                               std::uint64_t seed, Crew& crew, Monitor& monitor) {
  std::vector<Record> records(trials);
  crew.for_each_block(trials, kBlock, [&](int, std::size_t begin, std::size_t end) {
    IdaStar ida(Cuts::shortcut);
    for (std::size_t i = begin; i < end && !monitor.cancel; ++i) {
      records[i] = run_trial(row, SplitMix64(seed + i).next(), ida);
      ++monitor.done;
    }
  });
  return records;
}

TrialFigures means(std::span<const Record> records, SearchResult Record::*search,
                   float Record::*seconds) {
  std::uint64_t path = 0, nodes = 0;
  double sum = 0;
  for (const Record& record : records) {
    path += (record.*search).cost;
    nodes += (record.*search).expanded;
    sum += static_cast<double>(record.*seconds);
  }
  const auto count = static_cast<double>(records.size());
  return {.path = static_cast<double>(path) / count,
          .nodes = static_cast<double>(nodes) / count,
          .microseconds = 1e6 * sum / count};
}

TrialsRow summarise(const PaperTrials& paper, std::vector<Record> records) {
  TrialsRow row;
  row.paper = paper;
  for (const Record& record : records) {
    row.unfair += record.unfair;
    row.apart += record.apart;
    row.tile_cut_short += static_cast<std::size_t>(record.tile.status != Status::found);
    row.tex_cut_short += static_cast<std::size_t>(record.tex.status != Status::found);
  }
  std::erase_if(records, [](const Record& record) { return !record.counts(); });
  row.trials = records.size();
  if (records.empty()) return row;
  row.tile = means(records, &Record::tile, &Record::tile_seconds);
  row.tex = means(records, &Record::tex, &Record::tex_seconds);
  std::vector<double> ratios;
  for (const Record& record : records)
    ratios.push_back(static_cast<double>(record.tex.expanded) / record.tile.expanded);
  row.median_nodes = median(std::move(ratios));
  return row;
}

}  // namespace

Result<Table2> measure_table2(std::uint64_t seed, std::optional<std::size_t> trials,
                              Monitor& monitor) {
  const std::span<const PaperTrials> cases = paper_trials();
  const auto trials_of = [&](std::size_t row) { return trials.value_or(kTrials[row]); };
  for (std::size_t row = 0; row < cases.size(); ++row) monitor.total += trials_of(row);
  SplitMix64 random(seed);
  Table2 table{.grids = measure_grids(random.next()), .rows = {}};
  Crew crew(0);
  for (std::size_t row = 0; row < cases.size(); ++row) {
    std::vector<Record> records =
        run_trials(cases[row], trials_of(row), random.next(), crew, monitor);
    if (monitor.cancel) return cancelled();
    table.rows.push_back(summarise(cases[row], std::move(records)));
  }
  return table;
}

}  // namespace throng::experiment
