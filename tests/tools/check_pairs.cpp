// Runs the queries of MovingAI scenarios with every fast algorithm and every heuristic,
// over indexes of several kinds, on one thread. Each answer must be the one of plain A*,
// walk on the map and be as long as the scenario says. The tests do the same to a sample of
// the queries.
#include "../support/batches.hpp"
#include "../support/maps.hpp"
#include "../support/scenarios.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::test {
namespace {

constexpr const char* kUsage =
    "usage: check_pairs [--textbook] [--every N] FOLDER | MAP SCEN ...\n"
    "\n"
    "FOLDER: all its scenarios, NAME.map.scen beside NAME.map; folders and pairs may be\n"
    "mixed. --textbook: by the baseline too. --every N: one query of N.\n"
    "One line a scenario. Exit code 1 when any answer is wrong, 2 for bad use.\n"
    "\n"
    "Example:\n"
    "  check_pairs maps\n";

constexpr std::size_t kShown = 5;  // mismatches of a file that are told one by one

struct Pair {
  std::filesystem::path map;
  std::filesystem::path scenario;
};

struct Arguments {
  std::vector<Pair> pairs;
  bool textbook = false;
  std::size_t every = 1;
};

/// The searches of one scenario so far.
struct Tally {
  std::size_t searches = 0;
  std::size_t mismatches = 0;
};

/// Index::build with gates fails where their costs do not fit.
std::vector<IndexOptions> indexes_to_check() {
  return {{.landmarks = {16}, .areas = true},
          {.landmarks = {16}, .jump_graph = false, .areas = true},
          {.landmarks = {.count = 8, .metric = FieldMetric::steps}, .areas = true},
          {.landmarks = {4}, .gates = {.build = true, .memory = std::size_t{8} << 20}}};
}

/// Whether the search would be the same without the index.
bool ignores(const Index& index, const SolverOptions& options) {
  const bool plain = static_cast<bool>(Solver::make(index.grid(), options));
  return plain && (options.algorithm != Algorithm::jps || !index.has(Part::jump_graph));
}

/// All queries of one scenario on its map, by one solver after the other.
class Checker {
 public:
  Checker(const Scenario& scenario, const Solver& plain_astar, std::string_view file)
      : scenario_(scenario),
        expected_(plain_astar.solve(scenario.queries, workers_)),
        file_(file) {}

  void check(const Solver& solver, const std::string& how) {
    solver.solve(scenario_.queries, workers_, result_);
    for (std::size_t i = 0; i < result_.size(); ++i) {
      ++tally_.searches;
      if (right(solver.grid(), i)) continue;
      if (++tally_.mismatches > kShown) continue;
      std::fprintf(stderr, "%s, query %zu, %s: %s, cost %u, length %.8f\n", file_.c_str(),
                   i, how.c_str(), std::string(name(result_.status[i])).c_str(),
                   result_.cost[i], length_or_none(solver.grid(), result_, i));
      std::fprintf(stderr, "  plain A*: %s, cost %u; the scenario: length %.8f\n",
                   std::string(name(expected_.status[i])).c_str(), expected_.cost[i],
                   scenario_.lengths[i]);
    }
  }

  Workers& workers() { return workers_; }
  const Tally& tally() const { return tally_; }

 private:
  bool right(const Grid& grid, std::size_t i) const {
    return result_.status[i] == expected_.status[i] &&
           result_.cost[i] == expected_.cost[i] &&
           has_promised_length(scenario_, grid, result_, i) &&
           (result_.status[i] != Status::found ||
            path_is_sound(grid, scenario_.queries[i], result_, i));
  }

  Workers workers_{1};
  const Scenario& scenario_;
  Answers expected_;
  Answers result_;
  std::string file_;
  Tally tally_;
};

void check_indexes(const std::shared_ptr<const Grid>& grid, bool textbook, Checker& checker,
                   std::string& note) {
  for (const IndexOptions& how : indexes_to_check()) {
    const auto index = Index::build(grid, how, checker.workers());
    if (!index) {
      note += ", without " + in_words(how) + " (" + index.error().what + ")";
      continue;
    }
    if (how.gates.build)
      note += ", " + std::to_string(index->part(Part::gates).fact("gates")) + " gates";
    for (const SolverOptions& options : all_options(*index))
      if (!ignores(*index, options) &&
          (textbook || options.algorithm != Algorithm::textbook))
        checker.check(*Solver::make(*index, options),
                      in_words(how) + ", " + in_words(options));
  }
}

/// Prints the line of one scenario. Errors: a file cannot be read, or holds no lengths.
Result<Tally> check_pair(const Pair& pair, const Arguments& arguments) {
  const Result<Sample> sample = read_sample(pair.map, pair.scenario);
  if (!sample) return sample.failure();
  const std::size_t all = sample->scenario.queries.size();
  if (sample->scenario.lengths.size() != all)
    return fail(Code::bad_format, pair.scenario.string() + ": no lengths");
  const Scenario scenario =
      thinned(sample->scenario, (all + arguments.every - 1) / arguments.every);

  const std::string file = pair.scenario.filename().string();
  const auto grid = Grid::make(sample->terrain);
  if (!grid) return grid.failure();
  Checker checker(scenario, *Solver::make(*grid, {Algorithm::astar, Heuristic::plain}),
                  file);
  for (const SolverOptions& options : all_options(*grid))
    if (arguments.textbook || options.algorithm != Algorithm::textbook)
      checker.check(*Solver::make(*grid, options), "no index, " + in_words(options));
  std::string note;
  check_indexes(*grid, arguments.textbook, checker, note);

  std::printf("%s: %zu of %zu queries, %zu searches, %zu mismatches%s\n", file.c_str(),
              scenario.queries.size(), all, checker.tally().searches,
              checker.tally().mismatches, note.c_str());
  std::fflush(stdout);
  return checker.tally();
}

std::optional<std::size_t> positive(std::string_view word) {
  std::size_t value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc() && stop == word.data() + word.size();
  return whole && value > 0 ? std::optional(value) : std::nullopt;
}

/// Nothing for words that make no sense.
std::optional<Arguments> parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--textbook") {
      arguments.textbook = true;
    } else if (words[i] == "--every" && i + 1 < words.size()) {
      const auto every = positive(words[++i]);
      if (!every) return std::nullopt;
      arguments.every = *every;
    } else if (std::filesystem::is_directory(words[i])) {
      for (const auto& scenario : files_in(words[i], ".map.scen"))
        arguments.pairs.push_back({map_beside(scenario), scenario});
    } else if (i + 1 < words.size()) {
      arguments.pairs.push_back({words[i], words[i + 1]});
      ++i;
    } else {
      return std::nullopt;
    }
  }
  return arguments.pairs.empty() ? std::nullopt : std::optional(arguments);
}

int run(const std::vector<std::string>& words) {
  const auto arguments = parse(words);
  if (!arguments) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  bool right = true;
  for (const Pair& pair : arguments->pairs) {
    const Result<Tally> tally = check_pair(pair, *arguments);
    if (!tally) {
      std::fprintf(stderr, "%s\n", tally.error().what.c_str());
      return 2;
    }
    right = right && tally->mismatches == 0;
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace throng::test

int main(int count, char** words) {
  return throng::test::run(std::vector<std::string>(words + 1, words + count));
}
