#include "../../core/crew.hpp"
#include "../options.hpp"
#include "farm_run.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

namespace throng::cli {
namespace {

/// "3/8"
Result<Shard> parse_shard(std::string_view word) {
  constexpr std::size_t kMost = 1'000'000;
  const std::size_t slash = word.find('/');
  if (slash != std::string_view::npos) {
    const auto number = parse_whole(word.substr(0, slash), std::size_t{1}, kMost);
    const auto count = parse_whole(word.substr(slash + 1), std::size_t{1}, kMost);
    if (number && count && *number <= *count) return Shard{*number, *count};
  }
  return fail(Code::bad_argument,
              "'" + std::string(word) + "' is not a shard such as 1/8, from 1/8 to 8/8");
}

constexpr const char* kAboutFarm =
    R"(Each output is named after a hash of what it depends on, and complete once its record stands
beside it. What is complete and undamaged is kept: a run that was interrupted, in whatever way, is
continued by the same command, and a changed map makes only its own outputs again. Several
processes may work in one folder, on one machine or on many; throng-farm is started by mpirun or
srun, and shares the jobs out by messages.

  DIR/outputs       the outputs, each with its record
  DIR/report.json   which output belongs to which map; equal for all ways to run
  DIR/timings*      times of this run, and of throughput experiments

Exit code 1 if a map cannot be read, or a job cannot be done; the others are done.

Example:
  throng farm manifest.json -o farm --threads 8 --memory 4000)";

/// Jobs at a time, and threads of each: all of them for the last few.
void run_on_threads(const FarmArguments& arguments, int threads, const Farm& farm) {
  const auto jobs = static_cast<int>(
      std::min<std::size_t>(farm.queue.progress().jobs, static_cast<std::size_t>(threads)));
  limit_memory(arguments, threads);
  farm::run_jobs(farm.plan, farm.folder, std::max(1, jobs), threads / std::max(1, jobs),
                 farm.queue, farm.monitor);
}

}  // namespace

Command add_farm(ArgumentParser& program) {
  ArgumentParser parser = program.add_command(
      "farm", "Make indexes, matrices and fields of many maps, resumable");
  const auto arguments = std::make_shared<FarmArguments>();
  add_farm_options(parser, *arguments);
  add_threads(parser, arguments->threads, "Jobs at a time (default 0: one for each core)");
  add_word(parser, "--shard", arguments->shard, parse_shard, "I/N",
           "Run only the I-th of N parts, for job arrays (default 1/1)");
  parser.set_footer(kAboutFarm);
  return {parser, [parser, arguments] {
            const int threads = possible_threads(
                arguments->threads == 0 ? hardware_threads() : arguments->threads);
            return run_farm(
                *arguments, parser.command_line(), threads, 1,
                [&](const Farm& farm) { run_on_threads(*arguments, threads, farm); });
          }};
}

}  // namespace throng::cli
