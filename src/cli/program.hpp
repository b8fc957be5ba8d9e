#pragma once

#include "command.hpp"

#include <functional>
#include <span>

namespace throng::cli {

/// Runs a program and returns its exit code: the commands of `main`, and what they may
/// throw. Errors are one line on standard error: exit code 2. Signals end it; see
/// watch_signals().
int run_program(const std::function<int()>& main);

/// Parses the command line and runs the command that it names. Returns the exit code.
/// speaks: whether to report wrong options. Of several processes with one command line,
/// only one does.
int run_commands(ArgumentParser& program, std::span<const Command> commands, int argc,
                 char** argv, bool speaks = true);

}  // namespace throng::cli
