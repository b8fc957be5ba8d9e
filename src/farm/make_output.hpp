#pragma once

#include "job.hpp"
#include "output_folder.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

namespace throng::farm {

/// Makes and writes the output of a job, not its record. The same bytes for any number of
/// threads; the times of an experiment are written beside, in the folder's timings.
/// Errors: io; those of what is read; those of Grid::make and Index::build; bad_argument,
/// if a file has changed since the job was planned; cancelled.
Result<Facts> make_output(const Job& job, const OutputFolder& folder, Workers& workers,
                          Monitor& monitor);

}  // namespace throng::farm
