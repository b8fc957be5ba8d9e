#pragma once

#include <throng/result.hpp>

#include <CLI/CLI.hpp>
#include <functional>

namespace throng::cli {

/// How the program ends when nothing was wrong with its use and its input.
enum class Verdict {
  passed,  ///< exit code 0
  failed,  ///< exit code 1: a check failed, and the reasons are on standard error
};

/// A word of the command line: what it takes, and what it does.
struct Command {
  CLI::App* app = nullptr;  ///< never null; belongs to the program
  /// Called when `app` was parsed. An error is bad use or bad input: exit code 2.
  std::function<Result<Verdict>()> run;
};

/// Each adds one command to `program`.
Command add_info(CLI::App& program);
Command add_generate(CLI::App& program);
Command add_solve(CLI::App& program);
Command add_validate(CLI::App& program);
Command add_field(CLI::App& program);
Command add_matrix(CLI::App& program);
Command add_simulate(CLI::App& program);
Command add_experiment(CLI::App& program);

}  // namespace throng::cli
