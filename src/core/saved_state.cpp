#include "saved_state.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#define XXH_INLINE_ALL  // header only: no library for users to link
#include <xxhash.h>

namespace throng {

std::uint64_t hash_of_state(std::string_view bytes) {
  return XXH64(bytes.data(), bytes.size(), 0);
}

ByteWriter begin_state(const SavedKind& kind) {
  ByteWriter out;
  out.add(kind.word);
  out.add(kind.newest);
  return out;
}

std::string end_state(ByteWriter&& state) {
  state.add(hash_of_state(state.bytes()));
  return state.take();
}

Result<OpenState> open_state(const SavedKind& kind, std::string_view saved) {
  if (!saved.starts_with(kind.word))
    return impossible_state(kind, "begins with other bytes");
  ByteReader in(saved.substr(kind.word.size()));
  const auto format = in.get<std::uint8_t>();
  if (format < kind.oldest || format > kind.newest) {
    const std::string newest = std::to_string(kind.newest);
    return impossible_state(
        kind, "has format " + std::to_string(format) + "; this version of throng reads " +
                  (kind.oldest == kind.newest
                       ? "format " + newest
                       : "the formats " + std::to_string(kind.oldest) + " to " + newest));
  }
  constexpr std::size_t kHashBytes = sizeof(std::uint64_t);
  const std::size_t size = saved.size() - std::min(saved.size(), kHashBytes);
  const std::string_view hashed = saved.substr(0, size);
  if (ByteReader(saved.substr(size)).get<std::uint64_t>() != hash_of_state(hashed))
    return impossible_state(kind, "is damaged or cut off");
  return OpenState{ByteReader(hashed.substr(kind.word.size() + sizeof format)), format};
}

Failure impossible_state(const SavedKind& kind, std::string_view how) {
  return fail(Code::bad_format, std::string(kind.name) + " " + std::string(how));
}

}  // namespace throng
