#pragma once

#include "index_parts.hpp"

namespace throng {

/// Numbers the rows of an index by cell, for its jump graph and its landmarks, if it has or
/// will have some. Cost: O(cells).
void number_rows(Index::Parts& parts);

/// The areas of a grid and its dead ends. Pre: rows are numbered. Cost: O(cells).
Index::Areas find_areas(const Index::Parts& parts);

/// The mean number of corners in the component of a random corner of a hierarchy: on
/// islands it is small, however many there are. Cost: O(corners).
std::size_t corners_near_by(const Grid& grid, const Hierarchy& hierarchy);

}  // namespace throng
