#pragma once

#include "workers.hpp"

#include <memory>

namespace throng {

/// Answers a batch for options.sharing other than none: equal tasks once, and those that
/// ask for a path to one goal by a sweep where that takes less. Tasks: see run_batch.hpp.
///
/// False, and nothing is answered, where they have nothing in common that would help.
///
/// Whether a sweep does is decided from the batch alone. A few tasks of each group are
/// answered one by one; what they expanded tells what the rest would take, and the number
/// of open cells what a sweep takes. The rates are those measured on the families of the
/// benchmarks; where they are wrong, time is lost and nothing else.
///
/// grid: that of the problem. Pre: room was made for the answers.
template <class Tasks>
bool solve_shared(const Tasks& tasks, const std::shared_ptr<const Grid>& grid,
                  Workers::Impl& own);

}  // namespace throng
