#pragma once

#include "../core/crew.hpp"
#include "../core/scratch.hpp"
#include "../search/problem.hpp"

#include <span>

namespace throng {

/// Makes the memory that searches of a problem use in each scratch, and touches it: by
/// searches across the map, so that no engine needs to list what it uses. Also reads the
/// parts of the index. No query has more expansions than the map has open cells.
void reserve_scratch(const Problem& problem, std::span<Scratch* const> scratch, Crew& crew);

}  // namespace throng
