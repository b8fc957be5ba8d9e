#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace throng {

/// XXH3 of some bytes, 64 bits.
std::uint64_t hash_of(std::span<const std::byte> bytes) noexcept;

/// 128 bits.
struct WideHash {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const WideHash&, const WideHash&) = default;
};

/// XXH3 of bytes that come in pieces, 128 bits. The pieces do not matter, only all bytes in
/// order.
class WideHasher {
 public:
  WideHasher();
  ~WideHasher();

  void add(std::span<const std::byte> bytes) noexcept;
  WideHash result() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace throng
