#pragma once

#include "file_header.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <string>

namespace throng {

/// The hash of all that answers on a grid depend on besides its size, rules and step costs:
/// the legal steps, and the weights of steps and the links unless the ground is plain.
/// Equal for equal grids on all machines. Cost: reads a byte a cell; 17 on other ground.
WideHash map_hash_of(const Grid& grid);

/// Writes the map and the rules of a grid into a header.
void describe(const Grid& grid, FileHeader& header);

/// The rules in a header. Errors: bad_format, if some have no meaning.
Result<Rules> rules_of(const FileHeader& header);

/// Whether a header describes this grid. Errors: bad_argument, with what differs.
Outcome check_map(const FileHeader& header, const Grid& grid);

/// 16 digits.
std::string hexadecimal(std::uint64_t number);

}  // namespace throng
