#include "fingerprint.hpp"

#define XXH_INLINE_ALL  // header only: no library for users to link
#include <concepts>
#include <string>
#include <string_view>
#include <xxhash.h>

namespace throng {
namespace {

/// Numbers as bytes, in an order that is the same on every machine.
class Digest {
 public:
  void add(std::unsigned_integral auto value) {
    for (unsigned byte = 0; byte < sizeof(value); ++byte)
      bytes_.push_back(static_cast<char>(value >> (8 * byte)));
  }
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// A list of numbers.
  void add_all(const auto& values) {
    add(std::uint64_t{values.size()});
    for (const auto value : values) add(value);
  }

  std::uint64_t value() const { return XXH64(bytes_.data(), bytes_.size(), 0); }

 private:
  std::string bytes_;
};

void add(const PotentialState& state, Digest& digest) {
  for (const SlotSet slots : {state.usable, state.unbuilt, state.stale_sources})
    digest.add(slots);
  for (const PotentialState::Slot& slot : state.slots) {
    digest.add(std::uint64_t{slot.sources.size()});
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
