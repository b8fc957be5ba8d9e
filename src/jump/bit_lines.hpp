#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// One bit for each place of lines of equal length, 64 places a word. `Words` contains the
/// words: see the aliases below.
template <class Words>
class BasicBitLines {
 public:
  /// No lines.
  BasicBitLines() = default;
  /// words: word_count(lines, length) words.
  BasicBitLines(std::size_t lines, std::size_t length, Words words)
      : lines_(lines), length_(length), words_(words_of(length)), bits_(std::move(words)) {}

  /// The size of `Words`: one extra word at either end, because scans read two at a time.
  static std::size_t word_count(std::size_t lines, std::size_t length) noexcept {
    return lines * words_of(length) + 2;
  }

  std::size_t lines() const noexcept { return lines_; }
  std::size_t length() const noexcept { return length_; }
  std::size_t words() const noexcept { return words_; }  ///< in each line

  auto* line(std::size_t i) noexcept { return bits_.data() + 1 + i * words_; }
  const std::uint64_t* line(std::size_t i) const noexcept {
    return bits_.data() + 1 + i * words_;
  }

  bool test(std::size_t i, std::size_t p) const noexcept {
    return (line(i)[p / 64] >> p % 64 & 1U) != 0;
  }

  /// The nearest set bit of line i after or before place p. Pre: there is one. Reads the 64
  /// places next to p at once, so that most scans take one step.
  [[gnu::always_inline]] std::int32_t next(std::size_t i, std::int32_t p) const noexcept {
    const std::uint64_t* word = line(i) + (static_cast<std::uint32_t>(p) + 1) / 64;
    const unsigned shift = (static_cast<std::uint32_t>(p) + 1) % 64;
    std::uint64_t bits = word[0] >> shift | word[1] << 1 << (63 - shift);
    std::int32_t from = p + 1;
    while (bits == 0) {
      ++word;
      from += 64;
      bits = word[0] >> shift | word[1] << 1 << (63 - shift);
    }
    return from + std::countr_zero(bits);
  }
  [[gnu::always_inline]] std::int32_t previous(std::size_t i,
                                               std::int32_t p) const noexcept {
    const std::uint64_t* word = line(i) + static_cast<std::uint32_t>(p) / 64;
    const unsigned shift = static_cast<std::uint32_t>(p) % 64;
    std::uint64_t bits = word[0] << 1 << (63 - shift) | word[-1] >> shift;
    std::int32_t from = p - 1;
    while (bits == 0) {
      --word;
      from -= 64;
      bits = word[0] << 1 << (63 - shift) | word[-1] >> shift;
    }
    return from - std::countl_zero(bits);
  }

  std::size_t memory_bytes() const noexcept { return bits_.size() * sizeof(std::uint64_t); }

 private:
  static std::size_t words_of(std::size_t length) noexcept { return (length + 63) / 64; }

  std::size_t lines_ = 0;
  std::size_t length_ = 0;
  std::size_t words_ = 0;
  Words bits_;
};

/// Lines that can be changed.
class BitLines : public BasicBitLines<std::pmr::vector<std::uint64_t>> {
 public:
  /// All bits are 0.
  BitLines(std::size_t lines, std::size_t length, Memory memory = heap_memory())
      : BasicBitLines(
            lines, length,
            std::pmr::vector<std::uint64_t>(word_count(lines, length), 0, memory)) {}

  void set(std::size_t i, std::size_t p, bool bit) noexcept {
    std::uint64_t& word = line(i)[p / 64];
    word = (word & ~(std::uint64_t{1} << p % 64)) | std::uint64_t{bit} << p % 64;
  }
};

/// One immutable version of VersionedBitLines.
using FixedBitLines = BasicBitLines<VersionedArray<std::uint64_t>::Snapshot>;

/// Lines that one writer changes while readers use earlier versions of them.
class VersionedBitLines {
 public:
  /// All bits are 0.
  VersionedBitLines(std::size_t lines, std::size_t length, Memory memory = heap_memory())
      : lines_(lines),
        length_(length),
        words_((length + 63) / 64),
        bits_(FixedBitLines::word_count(lines, length), 0, memory) {}

  /// A copy of one version.
  explicit VersionedBitLines(const FixedBitLines& from, Memory memory = heap_memory())
      : VersionedBitLines(from.lines(), from.length(), memory) {
    std::copy_n(from.line(0), lines_ * words_, all());
  }

  std::size_t lines() const noexcept { return lines_; }
  std::size_t words() const noexcept { return words_; }  ///< in each line

  std::uint64_t word(std::size_t i, std::size_t w) const noexcept {
    return bits_.values()[1 + i * words_ + w];
  }
  /// Throws: std::bad_alloc.
  void set_word(std::size_t i, std::size_t w, std::uint64_t bits) {
    if (word(i, w) != bits) bits_.write(1 + i * words_ + w, 1)[0] = bits;
  }
  void set(std::size_t i, std::size_t p, bool bit) {
    const std::uint64_t mask = std::uint64_t{1} << p % 64, old = word(i, p / 64);
    set_word(i, p / 64, bit ? old | mask : old & ~mask);
  }
  /// Pointer to the first word of the first line, to write all lines before publish().
  std::uint64_t* all() { return bits_.write(0, bits_.size()).data() + 1; }

  void prepare() { bits_.prepare(); }
  FixedBitLines publish() noexcept { return {lines_, length_, bits_.publish()}; }

  std::size_t memory_bytes() const noexcept { return bits_.memory_bytes(); }

 private:
  std::size_t lines_;
  std::size_t length_;
  std::size_t words_;
  VersionedArray<std::uint64_t> bits_;
};

}  // namespace throng
