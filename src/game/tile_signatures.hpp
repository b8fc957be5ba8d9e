#pragma once

#include "../core/memory.hpp"

#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The map, cut into at most 256 equal squares of cells.
class SignatureTiles {
 public:
  static constexpr std::size_t kWords = 4;
  using Mask = std::array<std::uint64_t, kWords>;  ///< a bit for each tile

  SignatureTiles(std::int32_t width, std::int32_t height);

  unsigned tile(Position p) const noexcept {
    return static_cast<unsigned>(p.y >> shift_) * static_cast<unsigned>(columns_) +
           static_cast<unsigned>(p.x >> shift_);
  }
  /// The bits of a coordinate in which cells of different tiles may differ.
  std::int32_t tile_bits() const noexcept { return INT32_MAX >> shift_ << shift_; }
  static void add(Mask& mask, unsigned tile) noexcept {
    mask[tile / 64 % kWords] |= std::uint64_t{1} << tile % 64;
  }
  /// Adds every tile that contains a cell of the rectangle.
  void add(Mask& mask, const MapRect& rect) const noexcept;

 private:
  std::int32_t width_;
  std::int32_t height_;
  int shift_ = 0;
  std::int32_t columns_;
};

/// The tiles that each of many routes passes. Stored by words: an edit has tiles in one or
/// two words, and a search reads only these.
class TileSignatures {
 public:
  using Mask = SignatureTiles::Mask;

  explicit TileSignatures(Memory memory = {})
      : words_(make_array<SignatureTiles::kWords>(
            [&] { return std::pmr::vector<std::uint64_t>(memory); })) {}

  void reserve(std::size_t routes) {
    for (auto& word : words_) word.reserve(routes);
  }
  void resize(std::size_t routes) {
    for (auto& word : words_) word.resize(routes);
  }
  void set(std::size_t route, const Mask& mask) noexcept {
    for (std::size_t w = 0; w < mask.size(); ++w) words_[w][route] = mask[w];
  }
  /// Whether a route passes a tile of the mask.
  bool meets(std::size_t route, const Mask& mask) const noexcept {
    std::uint64_t hits = 0;
    for (std::size_t w = 0; w < mask.size(); ++w) hits |= words_[w][route] & mask[w];
    return hits != 0;
  }
  /// Appends, in rising order, each route that passes a tile of the mask or has a bit of
  /// `always` in its byte of `marks`. Pre: `found` has room for all routes.
  void find(const Mask& mask, std::span<const std::uint8_t> marks, std::uint8_t always,
            std::pmr::vector<std::uint32_t>& found) const;

  std::size_t memory_bytes() const noexcept {
    return words_.size() * words_[0].capacity() * sizeof(std::uint64_t);
  }

 private:
  std::array<std::pmr::vector<std::uint64_t>, SignatureTiles::kWords> words_;
};

}  // namespace throng
