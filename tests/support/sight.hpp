#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {

/// Lines of sight by geometry: the segment is clipped at every side of every cell, in exact
/// fractions. Shares no code with the library but plain data types.
class SightOracle {
 public:
  /// All three must outlive the oracle.
  SightOracle(TerrainView terrain, const Rules& rules, const GridOptions& options);

  /// Whether a point may move straight from the centre of `from` to that of `to`, as
  /// line_of_sight() in any_angle.hpp says. Pre: both lie in the map.
  bool sees(Position from, Position to) const;

  /// Whether a unit may move straight from cell to cell and overlaps no closed cell on its
  /// way, as clear_line() in any_angle.hpp says: the square of the unit is moved, and for
  /// each closed cell the times are computed at which the two overlap.
  /// Pre: both lie in the map; the topology is octile or tile.
  bool clear(Position from, Position to) const;

  /// Whether an any-angle path may have this leg. Pre: both ends lie in the map.
  bool leg(Position from, Position to) const;

  /// How far apart the centres are drawn.
  long double distance(Position from, Position to) const;
  long double length(std::span<const Position> points) const;

 private:
  struct Point {
    std::int64_t x;
    std::int64_t y;
  };
  struct Fraction {
    std::int64_t over;
    std::int64_t under;  ///< > 0

    friend bool operator<(Fraction a, Fraction b) {
      return a.over * b.under < b.over * a.under;
    }
  };
  /// The part of a segment that lies in a cell: from 0, its start, to 1, its end.
  struct Part {
    Fraction low;
    Fraction high;
    Position cell;
  };

  Point centre(Position p) const;
  bool open_cell(Position p) const;
  bool open(Position p) const;
  bool step(Position from, Position to) const;
  bool passes(const Part& part, const Part& next) const;
  std::vector<Part> parts(Position from, Position to) const;

  TerrainView terrain_;
  const Rules& rules_;
  const GridOptions& options_;
  std::vector<Point> corners_;  ///< of a cell around its centre, in order
};

}  // namespace throng::test
