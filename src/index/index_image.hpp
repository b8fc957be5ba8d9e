#pragma once

#include "../front/front_tree.hpp"
#include "file_header.hpp"
#include "index_contents.hpp"
#include "section_writer.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The bytes of an index file before they are written. Valid while the index lives.
struct IndexImage {
  FileHeader header;  ///< complete; its header_hash covers the hashes of all sections
  SectionWriter sections;
  std::vector<FrontSize> front_sizes;  ///< a section; the others lie in the index

  /// Adds why a part was skipped. memory_exceeded: of the header.
  void add_refusal(SectionId id, std::uint8_t& memory_exceeded, const PartRecord& record) {
    sections.add(id, std::span<const char>(record.refusal));
    memory_exceeded = record.memory_exceeded ? 1 : 0;
  }
};

/// Errors: unsupported, see Index::save().
Result<IndexImage> image_of(const Index& index);

}  // namespace throng
