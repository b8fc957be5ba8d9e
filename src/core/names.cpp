#include "search_table.hpp"
#include "words.hpp"

#include <throng/algorithm.hpp>
#include <throng/query.hpp>

namespace throng {
namespace {

constexpr std::array<std::string_view, 8> kStatusWords{
    "found",      "unreachable",   "start_blocked", "goal_blocked",
    "out_of_map", "out_of_budget", "over_max_cost", "cancelled"};
static_assert(word_of(kStatusWords, Status::cancelled) == "cancelled");

/// Whether the rows of a table are in the order of the enumerators.
template <class Table, class Values, class Key>
constexpr bool in_order(const Table& table, const Values& values, Key key) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (table[i].*key != values[i] || static_cast<std::size_t>(values[i]) != i)
      return false;
  return table.size() == values.size();
}
static_assert(in_order(kAlgorithmTable, kAlgorithms, &AlgorithmRow::algorithm));
static_assert(in_order(kHeuristicTable, kHeuristics, &HeuristicRow::heuristic));

constexpr std::array<std::string_view, 5> kTiesWords{"canonical", "straight", "few_turns",
                                                     "same_way_back", "lanes"};
static_assert(kTiesWords.size() == kTies.size());
constexpr std::array<std::string_view, 4> kPlacementWords{"random", "farthest", "avoid",
                                                          "coverage"};
static_assert(kPlacementWords.size() == kPlacements.size());
constexpr std::array<std::string_view, 2> kFieldMetricWords{"cost", "steps"};
static_assert(kFieldMetricWords.size() == kFieldMetrics.size());

}  // namespace

std::string_view name(Status status) noexcept { return word_of(kStatusWords, status); }
std::string_view name(Algorithm algorithm) noexcept {
  return algorithm > kAlgorithms.back() ? "?" : row_of(algorithm).word;
}
std::string_view name(Heuristic heuristic) noexcept {
  return heuristic > kHeuristics.back() ? "?" : row_of(heuristic).word;
}
std::string_view name(Ties ties) noexcept { return word_of(kTiesWords, ties); }
std::string_view name(Placement placement) noexcept {
  return word_of(kPlacementWords, placement);
}
std::string_view name(FieldMetric metric) noexcept {
  return word_of(kFieldMetricWords, metric);
}
std::string_view name(LandmarkStorage storage) noexcept {
  return storage == LandmarkStorage::exact ? "exact" : "jump_points";
}

Result<Algorithm> parse_algorithm(std::string_view word) {
  return find_word(kAlgorithms, word);
}

Result<Heuristic> parse_heuristic(std::string_view word) {
  return find_word(kHeuristics, word);
}

Result<Ties> parse_ties(std::string_view word) { return find_word(kTies, word); }

Result<Placement> parse_placement(std::string_view word) {
  return find_word(kPlacements, word);
}

Result<FieldMetric> parse_field_metric(std::string_view word) {
  return find_word(kFieldMetrics, word);
}

Result<LandmarkStorage> parse_landmark_storage(std::string_view word) {
  if (word == "compressed")
    return fail(
        Code::bad_argument,
        "compressed landmarks are gone: half as many exact ones take as much memory "
        "and guide better, and jump_points takes less");
  return find_word(kLandmarkStorages, word);
}

Guarantee guarantee(Algorithm algorithm) noexcept {
  return algorithm > kAlgorithms.back() ? Guarantee::none : row_of(algorithm).guarantee;
}

}  // namespace throng
