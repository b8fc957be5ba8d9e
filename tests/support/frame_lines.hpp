#pragma once

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/index.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace throng::test {

/// The straight line of one slot.
struct ToldLine {
  std::vector<Position> points;
  double length = 0;
  std::uint8_t scale = 0;

  friend bool operator==(const ToldLine&, const ToldLine&) = default;
};

ToldLine told_line(const Answers& answers, std::size_t slot);
/// Those of all slots of request i; none if the answers have no columns for lines.
std::vector<ToldLine> told_lines(const Answers& answers, std::size_t i);

/// Knows the lines that the answers of a scheduler must have: those of solve_lines() on the
/// grid of each slot.
class LineTruth {
 public:
  /// A class of movement, or the newest version of one.
  void add(const Index& index) { indexes_.insert_or_assign(index.grid().get(), index); }

  /// The number of slots that differ. Counts the lines of the others in `lines`. Pre: the
  /// index of each slot was added.
  std::size_t wrong(const Answers& answers, std::size_t& lines, Workers& workers) const;

 private:
  std::map<const Grid*, Index> indexes_;
};

}  // namespace throng::test
