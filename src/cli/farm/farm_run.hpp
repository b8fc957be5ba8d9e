#pragma once

#include "../../farm/runner.hpp"
#include "../argument_parser.hpp"
#include "../command.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace throng::cli {

/// Which part of the jobs a process runs: every `count`-th, from this one.
struct Shard {
  std::size_t number = 1;  ///< from 1
  std::size_t count = 1;
};

struct FarmArguments {
  std::string manifest;
  std::string folder;
  int threads = 0;
  Shard shard;
  std::optional<std::size_t> memory;  ///< in bytes; nothing: that of the machine
  bool dry_run = false;
  std::optional<std::string> json;
};

/// The options that `throng farm` and `throng-farm` share.
void add_farm_options(ArgumentParser& parser, FarmArguments& arguments);

/// The bytes that jobs may take.
std::size_t memory_limit(const FarmArguments& arguments);

/// Ends work that takes more memory than --memory allows with an error, instead of letting
/// the system kill the process. Nothing without --memory.
void limit_memory(const FarmArguments& arguments, int threads);

/// A farm that is being run.
struct Farm {
  const farm::Plan& plan;
  const farm::OutputFolder& folder;
  farm::JobQueue& queue;
  Monitor& monitor;  ///< cancels
};

/// Runs all jobs of a queue.
using RunJobs = std::function<void(const Farm&)>;

/// Plans a farm, runs its jobs by `run_jobs`, and reports.
/// at_a_time: jobs. processes: that run them, each with the memory of --memory. Errors:
/// bad_argument, bad_format, io: see farm::read_manifest, farm::make_plan,
/// farm::OutputFolder::open; cancelled.
Result<Verdict> run_farm(const FarmArguments& arguments, const std::string& command,
                         int at_a_time, int processes, const RunJobs& run_jobs);

}  // namespace throng::cli
