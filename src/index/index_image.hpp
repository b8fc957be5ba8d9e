#pragma once

#include "../front/front_tree.hpp"
#include "file_header.hpp"
#include "section_writer.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

#include <vector>

namespace throng {

/// The bytes of an index file before they are written. Valid while the index lives.
struct IndexImage {
  FileHeader header;  ///< complete; its header_hash covers the hashes of all sections
  SectionWriter sections;
  std::vector<FrontSize> front_sizes;  ///< a section; the others lie in the index
};

/// Errors: unsupported, see Index::save().
Result<IndexImage> image_of(const Index& index);

}  // namespace throng
