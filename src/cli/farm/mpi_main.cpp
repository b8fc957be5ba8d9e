#include "../options.hpp"
#include "../program.hpp"
#include "../signals.hpp"
#include "mpi_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace throng::cli {
namespace {

constexpr const char* kAbout =
    R"(Started by mpirun or srun: rank 0 hands out the jobs, each other rank runs one at a time. The same
outputs and the same report as of `throng farm`, whose help describes them. If a rank dies, the
farm ends; the same command goes on with it.

Example:
  mpirun -n 9 throng-farm manifest.json -o farm --memory 4000)";

/// What rank 0 does: all work, if there is no other rank.
Result<Verdict> lead(MpiRanks& ranks, const FarmArguments& arguments,
                     const std::string& command) {
  const int workers = std::max(1, ranks.count() - 1);
  return run_farm(arguments, command, workers, workers, [&](const Farm& farm) {
    if (ranks.count() > 1) return ranks.dispatch(farm);
    limit_memory(arguments, arguments.threads);
    farm::run_jobs(farm.plan, farm.folder, 1, arguments.threads, farm.queue, farm.monitor);
  });
}

Result<Verdict> follow(MpiRanks& ranks, const FarmArguments& arguments) {
  Monitor monitor;
  const Cancellable cancellable(monitor);
  limit_memory(arguments, arguments.threads);
  ranks.work(farm::OutputFolder(arguments.folder), arguments.threads, monitor);
  return Verdict::passed;
}

/// After a signal: mpirun sends it to all ranks, and SIGKILL as soon as one of them has
/// ended. Until then the others must have removed their unfinished files.
void wait_for_others() {
  constexpr std::chrono::milliseconds kUntilAllAreDone{500};
  std::this_thread::sleep_for(kUntilAllAreDone);
}

int run(int argc, char** argv) {
  ArgumentParser program(
      "throng-farm", "Makes indexes, matrices and fields of many maps, on many machines");
  program.set_version("throng-farm " THRONG_VERSION);
  FarmArguments arguments;
  arguments.threads = 1;
  add_farm_options(program, arguments);
  add_threads(program, arguments.threads, "Threads of each rank (default 1)");
  program.set_footer(kAbout);
  MpiRanks ranks(argc, argv);
  // One rank speaks for all. The others still say why they end early.
  const bool speaks = ranks.rank() == 0;
  if (!speaks) silence(stdout);
  const Command command{program, [&]() -> Result<Verdict> {
                          Result<Verdict> verdict =
                              ranks.rank() > 0
                                  ? follow(ranks, arguments)
                                  : lead(ranks, arguments, program.command_line());
                          if (received_signal() != 0) wait_for_others();
                          return verdict;
                        }};
  return run_commands(program, {&command, 1}, argc, argv, speaks);
}

}  // namespace
}  // namespace throng::cli

int main(int argc, char** argv) {
  return throng::cli::run_program([=] { return throng::cli::run(argc, argv); });
}
