#include "words.hpp"

#include <throng/algorithm.hpp>
#include <throng/query.hpp>

namespace throng {

std::string_view name(Status status) noexcept {
  switch (status) {
    case Status::found:
      return "found";
    case Status::unreachable:
      return "unreachable";
    case Status::start_blocked:
      return "start_blocked";
    case Status::goal_blocked:
      return "goal_blocked";
    case Status::out_of_map:
      return "out_of_map";
    case Status::out_of_budget:
      return "out_of_budget";
    case Status::over_max_cost:
      return "over_max_cost";
    case Status::cancelled:
      return "cancelled";
  }
  return "?";
}

std::string_view name(Algorithm algorithm) noexcept {
  switch (algorithm) {
    case Algorithm::automatic:
      return "auto";
    case Algorithm::astar:
      return "astar";
    case Algorithm::jps:
      return "jps";
    case Algorithm::hub:
      return "hub";
    case Algorithm::textbook:
      return "textbook";
    case Algorithm::idastar:
      return "idastar";
    case Algorithm::fringe:
      return "fringe";
    case Algorithm::bidirectional:
      return "bidirectional";
    case Algorithm::wastar:
      return "wastar";
    case Algorithm::pxwd:
      return "pxwd";
    case Algorithm::pxwu:
      return "pxwu";
    case Algorithm::xdp:
      return "xdp";
    case Algorithm::xup:
      return "xup";
    case Algorithm::greedy:
      return "greedy";
    case Algorithm::beam:
      return "beam";
  }
  return "?";
}

std::string_view name(Heuristic heuristic) noexcept {
  switch (heuristic) {
    case Heuristic::automatic:
      return "auto";
    case Heuristic::plain:
      return "plain";
    case Heuristic::landmark:
      return "landmark";
    case Heuristic::deadend:
      return "deadend";
    case Heuristic::gateway:
      return "gateway";
    case Heuristic::best:
      return "best";
    case Heuristic::zero:
      return "zero";
    case Heuristic::manhattan:
      return "manhattan";
    case Heuristic::octile:
      return "octile";
    case Heuristic::euclid:
      return "euclid";
    case Heuristic::hex:
      return "hex";
  }
  return "?";
}

std::string_view name(Placement placement) noexcept {
  switch (placement) {
    case Placement::random:
      return "random";
    case Placement::farthest:
      return "farthest";
    case Placement::avoid:
      return "avoid";
    case Placement::coverage:
      return "coverage";
  }
  return "?";
}

std::string_view name(FieldMetric metric) noexcept {
  switch (metric) {
    case FieldMetric::cost:
      return "cost";
    case FieldMetric::steps:
      return "steps";
  }
  return "?";
}

std::string_view name(LandmarkStorage storage) noexcept {
  switch (storage) {
    case LandmarkStorage::exact:
      return "exact";
    case LandmarkStorage::compressed:
      return "compressed";
  }
  return "?";
}

Result<Algorithm> parse_algorithm(std::string_view word) {
  return find_word(kAlgorithms, word);
}

Result<Heuristic> parse_heuristic(std::string_view word) {
  return find_word(kHeuristics, word);
}

Result<Placement> parse_placement(std::string_view word) {
  return find_word(kPlacements, word);
}

Result<FieldMetric> parse_field_metric(std::string_view word) {
  return find_word(kFieldMetrics, word);
}

Result<LandmarkStorage> parse_landmark_storage(std::string_view word) {
  return find_word(kLandmarkStorages, word);
}

Guarantee guarantee(Algorithm algorithm) noexcept {
  switch (algorithm) {
    case Algorithm::wastar:
    case Algorithm::pxwd:
    case Algorithm::pxwu:
    case Algorithm::xdp:
    case Algorithm::xup:
      return Guarantee::bounded;
    case Algorithm::greedy:
    case Algorithm::beam:
      return Guarantee::none;
    default:
      return Guarantee::optimal;
  }
}

}  // namespace throng
