#pragma once

#include "job.hpp"
#include "output_folder.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

namespace throng::farm {

/// Measures a batch with each combination of the job. The output is a CSV of what does not
/// depend on the machine; times go to the folder's timings. Errors: as make_output().
Result<Facts> make_throughput(const Job& job, const OutputFolder& folder, Workers& workers,
                              Monitor& monitor);

}  // namespace throng::farm
