#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <throng/taken_cells.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace throng::taken_cells_test {

namespace {

constexpr std::int32_t kWidth = 7, kHeight = 5;

/// Counts of the same squares, cell by cell.
class Model {
 public:
  bool add(Position corner, std::int32_t size) { return change(corner, size, 1); }
  bool remove(Position corner, std::int32_t size) {
    return least(corner, size) > 0 && change(corner, size, -1);
  }
  bool is_free(Position corner, std::int32_t size) const { return most(corner, size) == 0; }

 private:
  static bool in_map(Position corner, std::int32_t size) {
    return size > 0 && corner.x >= 0 && corner.y >= 0 &&
           std::int64_t{corner.x} + size <= kWidth &&
           std::int64_t{corner.y} + size <= kHeight;
  }
  template <class Body>
  static void cells(Position corner, std::int32_t size, const Body& body) {
    for (std::int32_t k = 0; k < size * size; ++k)
      body(static_cast<std::size_t>((corner.y + k / size) * kWidth + corner.x + k % size));
  }
  bool change(Position corner, std::int32_t size, int by) {
    if (!in_map(corner, size)) return false;
    cells(corner, size, [&](std::size_t cell) { counts_[cell] += by; });
    return true;
  }
  int least(Position corner, std::int32_t size) const {
    int all = in_map(corner, size) ? std::numeric_limits<int>::max() : 0;
    if (all > 0)
      cells(corner, size, [&](std::size_t cell) { all = std::min(all, counts_[cell]); });
    return all;
  }
  int most(Position corner, std::int32_t size) const {
    int all = in_map(corner, size) ? 0 : 1;
    if (all == 0)
      cells(corner, size, [&](std::size_t cell) { all = std::max(all, counts_[cell]); });
    return all;
  }

  std::vector<int> counts_ = std::vector<int>(std::size_t{kWidth} * kHeight);
};

}  // namespace

TEST_CASE("squares that come and go take their cells as often as a model says") {
  TakenCells taken = *TakenCells::make(kWidth, kHeight);
  CHECK(taken.width() == kWidth);
  CHECK(taken.height() == kHeight);
  Model model;
  SplitMix64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    const Position corner{static_cast<std::int32_t>(random.below(kWidth + 2)) - 1,
                          static_cast<std::int32_t>(random.below(kHeight + 2)) - 1};
    const auto size = static_cast<std::int32_t>(random.below(4));
    CAPTURE(round, corner.x, corner.y, size);
    if (random.below(2) == 0)
      REQUIRE(taken.add(corner, size) == model.add(corner, size));
    else
      REQUIRE(taken.remove(corner, size) == model.remove(corner, size));
    const Position at{static_cast<std::int32_t>(random.below(kWidth)),
                      static_cast<std::int32_t>(random.below(kHeight))};
    REQUIRE(taken.is_free(at, size) == model.is_free(at, size));
  }
}

TEST_CASE("squares that leave the map, and ones that were not added, change nothing") {
  constexpr auto kFar = std::numeric_limits<std::int32_t>::max();
  TakenCells taken = *TakenCells::make(kWidth, kHeight);
  REQUIRE(taken.add({2, 2}, 2));
  const TakenCells before = taken;
  for (const auto& [corner, size] :
       std::vector<std::pair<Position, std::int32_t>>{{{-1, 0}, 1},
                                                      {{0, -1}, 1},
                                                      {{kWidth, 0}, 1},
                                                      {{0, kHeight}, 1},
                                                      {{6, 0}, 2},
                                                      {{0, 4}, 2},
                                                      {{0, 0}, 6},
                                                      {{1, 1}, 0},
                                                      {{1, 1}, -1},
                                                      {{1, 1}, kFar},
                                                      {{kFar, kFar}, kFar},
                                                      {{-kFar - 1, 0}, kFar},
                                                      {{1, 1}, -kFar - 1}}) {
    CHECK_FALSE(taken.add(corner, size));
    CHECK_FALSE(taken.remove(corner, size));
    CHECK_FALSE(taken.is_free(corner, size));
  }
  CHECK_FALSE(taken.remove({1, 1}, 2));  // a part of it is taken
  CHECK_FALSE(taken.remove({2, 2}, 3));
  CHECK(taken == before);
}

TEST_CASE("a cell is taken at most kMost times, and its count never wraps") {
  TakenCells taken = *TakenCells::make(3, 3);
  for (int k = 0; k < TakenCells::kMost; ++k) REQUIRE(taken.add({1, 1}));
  CHECK_FALSE(taken.add({1, 1}));
  CHECK_FALSE(taken.add({0, 0}, 2));
  CHECK(taken.is_free({0, 0}));
  CHECK(taken.remove({1, 1}));
  CHECK(taken.add({0, 0}, 2));
}

TEST_CASE("a map of taken cells needs a size, and has no cells once moved from") {
  CHECK_FALSE(TakenCells::make(0, 4));
  CHECK_FALSE(TakenCells::make(4, -1));
  CHECK_FALSE(TakenCells::make(1 << 20, 1 << 20));
  TakenCells taken = *TakenCells::make(4, 4);
  const TakenCells moved = std::move(taken);
  CHECK(moved.is_free({0, 0}, 4));
  CHECK_FALSE(taken.is_free({0, 0}));  // NOLINT(bugprone-use-after-move)
  CHECK_FALSE(taken.add({0, 0}));
}

}  // namespace throng::taken_cells_test
