#include "fingerprint.hpp"

#define XXH_INLINE_ALL  // header only: no library for users to link
#include <array>
#include <concepts>
#include <vector>
#include <xxhash.h>

namespace throng {
namespace {

/// A hash of numbers in an order of bytes that is the same on every machine.
class Digest {
 public:
  Digest() { XXH64_reset(&state_, 0); }

  void add(std::unsigned_integral auto value) {
    std::array<std::uint8_t, 8> bytes{};
    std::uint64_t rest = value;
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(rest);
      rest >>= 8;
    }
    XXH64_update(&state_, bytes.data(), bytes.size());
  }
  void add(std::string_view bytes) {
    add(bytes.size());
    XXH64_update(&state_, bytes.data(), bytes.size());
  }
  /// Numbers, one after the other.
  template <class T>
  void add_all(const std::vector<T>& values) {
    add(values.size());
    for (const T value : values) add(static_cast<std::uint64_t>(value));
  }

  std::uint64_t value() const { return XXH64_digest(&state_); }

 private:
  XXH64_state_t state_;
};

void add(const PotentialState& state, Digest& digest) {
  for (const SlotSet slots : {state.usable, state.unbuilt, state.stale_sources})
    digest.add(slots);
  for (const PotentialState::Slot& slot : state.slots) {
    digest.add(slot.sources.size());
    for (const SlotSources::Source& source : slot.sources)
      digest.add(std::uint64_t{source.cell} << 1 | (source.active ? 1U : 0U));
    digest.add_all(slot.values);
    digest.add_all(slot.open);
    digest.add(slot.expanded);
  }
  state.pending.for_each([&](CellIndex cell, SlotSet slots) {
    digest.add(cell);
    digest.add(slots);
  });
}

}  // namespace

std::uint64_t fingerprint_of(const LivingGround& ground,
                             std::span<const LivingIndex> classes) {
  Digest digest;
  for (std::int32_t y = 0; y < ground.terrain.height(); ++y)
    digest.add(ground.terrain.row(y));
  digest.add_all(ground.weights);
  digest.add_all(ground.closed_steps);
  digest.add_all(ground.link_open);
  for (const LivingIndex& index : classes) {
    if (index.landmarks() != nullptr) add(index.landmarks()->state(), digest);
    if (index.jumps() != nullptr) digest.add(index.jumps()->settled() ? 1U : 0U);
  }
  return digest.value();
}

}  // namespace throng
