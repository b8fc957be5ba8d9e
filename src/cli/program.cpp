#include "program.hpp"

#include "output.hpp"
#include "signals.hpp"
#include "text.hpp"

#include <throng/lab.hpp>

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

}  // namespace

int run_commands(ArgumentParser& program, std::span<const Command> commands, int argc,
                 char** argv, bool speaks) {
  const Result<bool> parsed = program.parse(argc, argv);
  if (!parsed) return speaks ? complain(parsed.error().what) : kBadUse;
  if (!*parsed) return 0;
  for (const Command& command : commands)
    if (command.parser.parsed()) return run(command);
  std::fputs(program.help().c_str(), stderr);
  return complain("a command is missing");
}

int run_program(const std::function<int()>& main) {
  use_lab();
  try {
    watch_signals();
    return main();
  } catch (const std::bad_alloc&) {
    std::fputs("throng: out of memory\n", stderr);
  } catch (const std::exception& unexpected) {
    std::fprintf(stderr, "throng: %s\n", unexpected.what());
  }
  return kBadUse;
}

}  // namespace throng::cli
