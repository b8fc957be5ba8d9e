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
    case Algorithm::textbook:
      return "textbook";
  }
  return "?";
}

std::string_view name(Heuristic heuristic) noexcept {
  switch (heuristic) {
    case Heuristic::automatic:
      return "auto";
    case Heuristic::plain:
      return "plain";
    case Heuristic::zero:
      return "zero";
    case Heuristic::manhattan:
      return "manhattan";
    case Heuristic::octile:
      return "octile";
    case Heuristic::euclid:
      return "euclid";
  }
  return "?";
}

Result<Algorithm> parse_algorithm(std::string_view word) {
  return find_word(kAlgorithms, word);
}

Result<Heuristic> parse_heuristic(std::string_view word) {
  return find_word(kHeuristics, word);
}

}  // namespace throng
