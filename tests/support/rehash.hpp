#pragma once

#include "../../src/index/file_header.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

namespace throng::test {

/// Gives a changed index file the hashes of its content, as a forger would. Offsets and
/// counts of sections may be anything. Pre: the file has a whole header.
inline void rehash(std::string& bytes) {
  FileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto all = std::as_bytes(std::span(bytes));
  for (SectionEntry& entry : header.sections) {
    const std::uint64_t most = all.size() / std::max(entry.element_bytes, 1U);
    if (entry.id == 0 || entry.offset > all.size() || entry.count > most) continue;
    const std::uint64_t size = entry.count * entry.element_bytes;
    if (size <= all.size() - entry.offset)
      entry.hash = hash_of(all.subspan(entry.offset, size));
  }
  header.header_hash = 0;
  header.header_hash = hash_of(std::as_bytes(std::span(&header, 1)));
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace throng::test
