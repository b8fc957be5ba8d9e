#pragma once

#include "argument_parser.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <memory>
#include <optional>
#include <string>

namespace throng::cli {

/// Where a command gets its index from. At most one of the two is set; none: no index.
struct IndexSource {
  std::optional<IndexOptions> options;  ///< builds it
  std::optional<std::string> file;      ///< reads it
};

/// --index, instead of the options of add_index(), which must have been added.
void add_index_file(ArgumentParser& parser, std::optional<std::string>& file);

/// The index of the map at `map_path`, if one is wanted. Reports on standard error if hub
/// labels or fronts were requested and skipped. Errors: those of build_index() and
/// Index::load().
Result<std::optional<Index>> get_index(const std::string& map_path,
                                       const std::shared_ptr<const Grid>& grid,
                                       const IndexSource& source, Workers& workers);

}  // namespace throng::cli
