#include "search_options.hpp"

#include "../core/search_table.hpp"

#include <cstdint>
#include <string>

namespace throng::cli {
namespace {

/// The index options, extended by the requirements of the search.
IndexOptions with_needs(const ArgumentParser& parser, IndexOptions options,
                        const SolverOptions& search) {
  const Heuristic heuristic = search.heuristic;
  if (heuristic == Heuristic::landmark && !parser.given("--landmarks"))
    options.landmarks.count = kDefaultLandmarks;
  if (const IndexPart* const part = part_of(search.algorithm))
    part->options().front().set(options, 1);
  options.gates.build |= heuristic == Heuristic::gateway;
  options.areas |= heuristic == Heuristic::deadend || heuristic == Heuristic::best;
  return options;
}

/// "auto|astar|jps"
template <class Table>
std::string words_of(const Table& table) {
  std::string words;
  for (const auto& row : table) words += (words.empty() ? "" : "|") + std::string(row.word);
  return words;
}

std::string words_of_ties() {
  std::string words;
  for (const Ties ties : kTies)
    words += (words.empty() ? "" : "|") + std::string(name(ties));
  return words;
}

void add_solver(ArgumentParser& parser, SearchChoice& choice) {
  parser.begin_group(kSearchGroup);
  add_algorithm(parser, choice.search.algorithm,
                "How to search. Wastar to xup stay within --weight of the optimum, greedy "
                "and beam find any path, all others a cheapest one (default auto)");
  add_word(parser, "--heuristic", choice.search.heuristic, parse_heuristic,
           words_of(kHeuristicTable),
           "The lower bound. plain: the distance on an open map; landmark builds 16 "
           "landmarks unless --landmarks is given; best: all that the index has (default "
           "auto)");
  add_word(parser, "--ties", choice.search.ties, parse_ties, words_of_ties(),
           "The choice among paths of equal cost: how paths look (default canonical)")
      .rare();
  add_number(parser, "--weight", choice.search.weight_percent, 100, kMaxWeightPercent,
             "For wastar to xup: greatest cost of a path, in percent of the optimum "
             "(default 150)")
      .rare();
  add_number(parser, "--beam-width", choice.search.beam_width, 1, 1 << 30,
             "For beam: cells expanded per layer (default 1000)")
      .rare();
  parser
      .add_flag("--reopen", choice.search.reopen,
                "For wastar to xup and greedy: expand a cell again whenever it is reached "
                "at a lower cost (default: where the guarantee requires it)")
      .rare();
  parser.add_removed("--active", "queries use all landmarks, which was always faster");
  using enum Algorithm;
  parser.add_need(
      "--weight", "--algorithm wastar, pxwd, pxwu, xdp or xup", [&choice](const auto&) {
        return is_one_of(choice.search.algorithm, {wastar, pxwd, pxwu, xdp, xup});
      });
  parser.add_need(
      "--reopen", "--algorithm wastar, pxwd, pxwu, xdp, xup or greedy",
      [&choice](const auto&) {
        return is_one_of(choice.search.algorithm, {wastar, pxwd, pxwu, xdp, xup, greedy});
      });
  parser.add_need("--beam-width", "--algorithm beam",
                  [&choice](const auto&) { return choice.search.algorithm == beam; });
}

}  // namespace

void add_algorithm(ArgumentParser& parser, Algorithm& algorithm, const std::string& help) {
  add_word(parser, "--algorithm", algorithm, parse_algorithm, words_of(kAlgorithmTable),
           help);
}

void add_engine(ArgumentParser& parser, SearchChoice& choice) {
  add_solver(parser, choice);
  add_index(parser, choice.index, [&choice](const ArgumentParser& given) {
    return with_needs(given, choice.index, choice.search);
  });
  add_search_needs(parser, choice.index, choice.search);
}

void add_search(ArgumentParser& parser, SearchChoice& choice) {
  add_engine(parser, choice);
  parser.begin_group(kSearchGroup);
  add_number(parser, "--max-expansions", choice.batch.max_expansions, std::uint32_t{0},
             choice.batch.max_expansions,
             "A query stops as out_of_budget before it expands more cells than this; it "
             "still reports bounds on its cost")
      .rare();
  parser.begin_group(kOptionsGroup);
  add_threads(parser, choice.threads);
  parser.add_flag("--check", choice.check, "Compare each length with the scenario's");
}

Result<std::optional<IndexOptions>> wanted_index(const ArgumentParser& parser,
                                                 const SearchChoice& choice,
                                                 const Rules& rules) {
  return wanted_index(parser, with_needs(parser, choice.index, choice.search), rules);
}

}  // namespace throng::cli
