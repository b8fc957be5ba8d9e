#pragma once

#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// How many pairs of a table of distances a path joins. Cost: O(pairs), on all threads.
std::size_t count_joined(std::span<const Cost> distances, Workers& workers);

}  // namespace throng
