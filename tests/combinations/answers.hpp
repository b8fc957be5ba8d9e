#pragma once

#include "world.hpp"

#include <throng/answers.hpp>
#include <throng/query.hpp>
#include <throng/solver.hpp>
#include <throng/validate.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng::test::pairs {

inline std::string coordinates(Position p) {
  return std::to_string(p.x) + "," + std::to_string(p.y);
}

/// What a batch or a request was allowed to cost.
struct Limits {
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  Cost max_cost = kUnreachable - 1;

  bool any() const { return *this != Limits{}; }
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Compares answers with the oracle, and collects what is wrong, one line each. Paths are
/// collected too, and validated together.
class AnswerCheck {
 public:
  /// solver: the one that answered; only its algorithm's guarantee counts.
  explicit AnswerCheck(std::vector<std::string>& problems) : problems_(problems) {}

  /// One slot: from `start` to the nearest of `goals`, as `request` says. answers.links may
  /// be null. path: of the slot.
  void slot(Truth& truth, const Grid& grid, const Solver& solver, const Request& request,
            Position start, std::span<const Position> goals, const Answers& result,
            std::size_t slot, const PathView& path, const Limits& limits);
  /// All slots of a request that was answered on one grid.
  void request(Truth& truth, const Grid& grid, const Solver& solver, const Request& request,
               const Answers& result, std::size_t i, const Limits& limits);
  void query(Truth& truth, const Grid& grid, const Solver& solver, const Query& query,
             const Answers& result, std::size_t i, const Limits& limits);

  /// Where a request starts: elsewhere if it escapes.
  static Position start_of(const Truth& truth, const Grid& grid, const Request& request);

  /// A path to be validated on a world. Pre: truth outlives finish().
  void path(const Truth& truth, const PathView& path, Position end, double length);
  /// Validates all paths.
  void finish();

 private:
  struct Paths {
    Scenario scenario;
    PathList paths;
  };

  std::vector<std::string>& problems_;
  std::map<const Truth*, Paths> paths_;
};

}  // namespace throng::test::pairs
