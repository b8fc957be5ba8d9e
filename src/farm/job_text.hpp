#pragma once

#include "job.hpp"
#include "run_job.hpp"

#include <throng/result.hpp>

#include <string>
#include <string_view>

namespace throng::farm {

/// The number of the formats of outputs: a job has another output, with another name, when
/// it is raised.
inline constexpr int kOutputFormat = 1;

/// What the output of a job depends on, in JSON: the same text for the same output, on any
/// machine, wherever the files stand. Not a path is in it.
std::string describe(const Job& job);

/// Gives a job the names of its output, from describe(). Pre: all else is set.
void set_names(Job& job);

/// A job as a text of one line, and back: how it travels to another process.
std::string to_text(const Job& job);
/// Errors: bad_format.
Result<Job> parse_job(std::string_view text);

/// The same for what became of a job.
std::string to_text(const JobResult& result);
Result<JobResult> parse_result(std::string_view text);

}  // namespace throng::farm
