#pragma once

#include "../core/workers.hpp"
#include "index_parts.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

namespace throng {

/// Whether a grid can have landmarks with these options.
Outcome check_landmark_options(const Grid& grid, const IndexOptions& options);

/// Adds landmarks to the parts of an index, if its options ask for some. False when the
/// monitor cancelled. Pre: rows are numbered; check_landmark_options().
bool build_landmarks(Index::Parts& parts, Workers::Impl& workers, Monitor* monitor);

}  // namespace throng
