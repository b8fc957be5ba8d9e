#pragma once

#include "bytes.hpp"

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// A kind of saved states. Each begins with the word and its format, and ends with a hash
/// of all bytes before it.
struct SavedKind {
  std::string_view word;
  std::string_view name;  ///< "a saved living map"
  std::uint8_t oldest;    ///< format that can be read
  std::uint8_t newest;    ///< the format that is written
};

/// The hash of 64 bits at the end of saved states.
std::uint64_t hash_of_state(std::string_view bytes);

ByteWriter begin_state(const SavedKind& kind);
/// Returns the bytes of the whole state.
std::string end_state(ByteWriter&& state);

/// The bytes between the format and the hash.
struct OpenState {
  ByteReader in;
  std::uint8_t format;
};

/// Errors: bad_format if the bytes are of another kind, of a format that cannot be read,
/// damaged or cut off.
Result<OpenState> open_state(const SavedKind& kind, std::string_view saved);

/// The error of a state that cannot have been saved. how: follows the name of the kind.
Failure impossible_state(const SavedKind& kind, std::string_view how);

inline constexpr std::size_t kPositionBytes = 8;

inline void write(Position p, ByteWriter& out) {
  out.add(p.x);
  out.add(p.y);
}

inline Position read_position(ByteReader& in) noexcept {
  const auto x = in.get<std::int32_t>();
  return {x, in.get<std::int32_t>()};
}

}  // namespace throng
