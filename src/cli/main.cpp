#include "command.hpp"
#include "output.hpp"
#include "signals.hpp"
#include "text.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace throng::cli {
namespace {

constexpr int kBadUse = 2;

/// One line on standard error; returns the exit code.
int complain(const std::string& what) {
  std::fputs(("throng: " + one_line(what) + "\n").c_str(), stderr);
  return kBadUse;
}

int run(const Command& command) {
  const Result<Verdict> verdict = run_checked(command);
  const Outcome flushed = flush_standard_output();
  if (received_signal() != 0)
    end_interrupted(verdict ? "interrupted" : one_line(verdict.error().what));
  if (!verdict) return complain(verdict.error().what);
  if (!flushed) return complain(flushed.error().what);
  return *verdict == Verdict::passed ? 0 : 1;
}

int run(int argc, char** argv) {
  ArgumentParser program("throng",
                         "Solves batches of exact shortest-path queries on game grid maps");
  program.set_version("throng " THRONG_VERSION);
  program.set_footer(
      "Exit codes: 0 done, 1 a check failed, 2 bad use or bad input,\n"
      "128 + N ended by signal N.");
  const std::array commands{
      add_info(program),        add_generate(program),  add_solve(program),
      add_validate(program),    add_field(program),     add_matrix(program),
      add_index_files(program), add_dynamic(program),   add_simulate(program),
      add_experiment(program),  add_completion(program)};
  const Result<bool> parsed = program.parse(argc, argv);
  if (!parsed) return complain(parsed.error().what);
  if (!*parsed) return 0;
  for (const Command& command : commands)
    if (command.parser.parsed()) return run(command);
  std::fputs(program.help().c_str(), stderr);
  return complain("a command is missing");
}

}  // namespace
}  // namespace throng::cli

int main(int argc, char** argv) {
  try {
    throng::cli::watch_signals();
    return throng::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("throng: out of memory\n", stderr);
  } catch (const std::exception& unexpected) {
    std::fprintf(stderr, "throng: %s\n", unexpected.what());
  }
  return throng::cli::kBadUse;
}
