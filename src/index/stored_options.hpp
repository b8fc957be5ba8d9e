#pragma once

#include "file_header.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

namespace throng {

/// Writes the options of an index into a header.
void describe(const IndexOptions& options, FileHeader& header);

/// The options in a header. Errors: bad_format, if some have no meaning.
Result<IndexOptions> options_of(const FileHeader& header);

}  // namespace throng
