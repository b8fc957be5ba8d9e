#pragma once

#include "answer_query.hpp"
#include "workers.hpp"

#include <memory>

namespace throng {

/// Solver::solve for options.sharing other than none: equal queries are answered once, and
/// queries into one goal by a sweep where that takes less.
///
/// False, and nothing is answered, where they have nothing in common that would help.
///
/// Whether a sweep does is decided from the batch alone. A few queries of each group are
/// answered one by one; what they expanded tells what the rest would take, and the number
/// of open cells what a sweep takes. The rates are those measured on the families of the
/// benchmarks; where they are wrong, time is lost and nothing else.
///
/// grid: that of the job. Pre: room was made in job.result.
bool solve_shared(const QueryJob& job, const std::shared_ptr<const Grid>& grid,
                  Workers::Impl& own);

}  // namespace throng
