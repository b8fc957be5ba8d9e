#pragma once

#include <throng/grid.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The number of each cell of a set: a bit for each cell, and the count of those before
/// each word. Bytes: a quarter of a byte for each padded cell, and 4 for each member.
class NumberedCells {
 public:
  NumberedCells() = default;
  /// Numbers cells, which differ, in their order.
  NumberedCells(std::size_t cell_count, std::span<const CellIndex> cells)
      : words_(cell_count / 64 + 1), numbers_(cells.size()) {
    for (const CellIndex cell : cells)
      words_[cell / 64].bits |= std::uint64_t{1} << cell % 64;
    std::uint32_t before = 0;
    for (Word& word : words_) {
      word.before = before;
      before += static_cast<std::uint32_t>(std::popcount(word.bits));
    }
    for (std::size_t i = 0; i < cells.size(); ++i)
      numbers_[rank(cells[i])] = static_cast<std::uint32_t>(i);
  }

  bool contains(CellIndex cell) const noexcept {
    return (words_[cell / 64].bits >> cell % 64 & 1U) != 0;
  }
  /// Pre: contains(cell).
  std::uint32_t operator[](CellIndex cell) const noexcept { return numbers_[rank(cell)]; }
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  /// The number of any cell; kNone: it has none.
  std::uint32_t find(CellIndex cell) const noexcept {
    return contains(cell) ? (*this)[cell] : kNone;
  }

  // A number is read from two places in memory, one after the other. Many are found faster
  // together: prefetch() for each cell, then place() and prefetch_number(), then at().
  void prefetch(CellIndex cell) const noexcept { __builtin_prefetch(&words_[cell / 64]); }
  /// Where the number is. Pre: contains(cell).
  std::size_t place(CellIndex cell) const noexcept { return rank(cell); }
  void prefetch_number(std::size_t place) const noexcept {
    __builtin_prefetch(&numbers_[place]);
  }
  std::uint32_t at(std::size_t place) const noexcept { return numbers_[place]; }

  static std::size_t bytes(std::size_t cell_count, std::size_t members) noexcept {
    return (cell_count / 64 + 1) * sizeof(Word) + members * sizeof(std::uint32_t);
  }
  std::size_t memory_bytes() const noexcept {
    return bytes(64 * (words_.size() - 1), numbers_.size());
  }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t before = 0;
  };

  std::size_t rank(CellIndex cell) const noexcept {
    const Word& word = words_[cell / 64];
    const std::uint64_t lower = word.bits & ((std::uint64_t{1} << cell % 64) - 1);
    return word.before + static_cast<std::size_t>(std::popcount(lower));
  }

  std::vector<Word> words_;
  std::vector<std::uint32_t> numbers_;
};

/// The node of each padded cell: an array by cell, or numbered cells, which take less
/// memory. Keeps a reference to either. Values that are not less than the number of nodes
/// mean that there is none.
class NodesByCell {
 public:
  explicit NodesByCell(const std::uint32_t* by_cell) noexcept : by_cell_(by_cell) {}
  explicit NodesByCell(const NumberedCells& numbered) noexcept : numbered_(&numbered) {}

  std::uint32_t operator[](CellIndex cell) const noexcept {
    return by_cell_ != nullptr ? by_cell_[cell] : numbered_->find(cell);
  }

 private:
  const std::uint32_t* by_cell_ = nullptr;
  const NumberedCells* numbered_ = nullptr;
};

}  // namespace throng
