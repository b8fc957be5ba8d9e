#pragma once

#include "world.hpp"

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/query.hpp>
#include <throng/validate.hpp>
#include <throng/workers.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng::test::pairs {

/// A straight line as some call has found it.
struct FoundLine {
  std::span<const Position> points;  ///< empty: none
  double length = 0;
  std::int32_t scale = 1;
};

/// Checks straight lines, and collects what is wrong, one line each: the validator accepts
/// their legs, and they are as long as those of a new index that scans the same grid, but
/// no longer than paths.
class LineCheck {
 public:
  LineCheck(std::vector<std::string>& problems, Workers& workers)
      : problems_(problems), workers_(workers) {}

  /// A line of a query whose ends are open cells. Pre: truth outlives finish().
  void add(Truth& truth, const std::shared_ptr<const Grid>& grid, const Query& query,
           const FoundLine& line);
  /// The lines of a batch of queries.
  void add(Truth& truth, const std::shared_ptr<const Grid>& grid,
           std::span<const Query> queries, const AnyAnglePaths& lines);
  /// The line of a slot of a frame.
  void add(Truth& truth, const Answers& finished, std::size_t slot);
  /// Checks all of them. Returns how many lines there are.
  std::size_t finish();

 private:
  struct Lines {
    Truth* truth = nullptr;
    std::vector<Query> queries;
    std::vector<double> lengths;
    PathList points;
  };

  void check_lengths(const std::shared_ptr<const Grid>& grid, const Lines& lines);
  void problem(const Query& query, const std::string& what);

  std::vector<std::string>& problems_;
  Workers& workers_;
  std::map<std::shared_ptr<const Grid>, Lines> lines_;
};

}  // namespace throng::test::pairs
