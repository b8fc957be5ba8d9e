#pragma once

#include "../trace/trace.hpp"

#include <throng/answers.hpp>
#include <throng/field.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/rules.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The functions that the page calls. Each returns a count, or kFailed and leaves a message.
// Numbers of any count are left in the list that page_list() returns, until the next call.
// A cell is one number, x + 65536 y.
#define THRONG_PAGE(name) extern "C" __attribute__((export_name(#name))) int name

namespace throng::page {

inline constexpr int kFailed = -1;

/// One of the engines of the page: two to compare, and one for measurements.
struct Side {
  SolverOptions options;
  IndexOptions wanted;           ///< meaningful with `indexed`
  bool indexed = false;          ///< whether the engine needs an index
  std::optional<Index> index;    ///< nothing: none, or out of date
  std::optional<Solver> solver;  ///< nothing: out of date
  SearchTrace trace;             ///< of the last traced query
  Answers result;
};

/// Units that walk by one flow field, while buildings come and go.
struct Crowd {
  LivingMap map;
  Field field;
  std::vector<Position> units;
  std::vector<std::optional<Move>> last;  ///< the last move of each
  Position goal;
  std::uint64_t random = 1;  ///< seed of the next unit's place
  std::uint32_t arrived = 0;
};

/// All that the page has loaded.
struct Page {
  Terrain terrain = *Terrain::make(1, 1);
  std::vector<Weight> weights;  ///< empty: the weights of the characters
  std::vector<Link> links;
  Rules rules;
  std::shared_ptr<const Grid> grid;  ///< null: out of date
  std::optional<Index> lines;        ///< for straight lines; nothing: out of date
  Scenario scenario;
  std::array<Side, 3> sides;
  std::optional<Crowd> crowd;
  Workers workers{1};

  std::string input;  ///< what the page passes to a call
  std::string text;   ///< what a call returns as text
  std::vector<std::uint32_t> list;

  /// What depends on the grid is out of date.
  void change_map();
};

Page& page();

/// Leaves a message and returns kFailed.
int report(const Error& error);
int report(std::string_view what);

/// The grid, compiled if it is out of date.
Result<std::shared_ptr<const Grid>> current_grid();
/// The solver of a side, with its index, built if they are out of date.
Result<Solver> current_solver(int side);

inline std::uint32_t packed(Position p) {
  return static_cast<std::uint32_t>(p.x) | static_cast<std::uint32_t>(p.y) << 16;
}

/// The position of a slot of a field.
inline std::size_t slot_of(Position p, std::int32_t width) {
  return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width) +
         static_cast<std::size_t>(p.x);
}

inline Position cell_of(std::size_t slot, std::int32_t width) {
  return {static_cast<std::int32_t>(slot % static_cast<std::size_t>(width)),
          static_cast<std::int32_t>(slot / static_cast<std::size_t>(width))};
}

}  // namespace throng::page
