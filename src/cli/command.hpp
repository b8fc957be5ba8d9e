#pragma once

#include "argument_parser.hpp"

#include <throng/result.hpp>

#include <functional>

namespace throng::cli {

/// The outcome of a command whose arguments and input were valid.
enum class Verdict {
  passed,  ///< exit code 0
  failed,  ///< exit code 1: a check failed, and the reasons are on standard error
};

/// A command of the command line: its options and its action.
struct Command {
  ArgumentParser parser;
  /// Called once the command has been parsed. An error is bad use or bad input: exit code
  /// 2.
  std::function<Result<Verdict>()> run;
};

/// Checks the options and the files that they name, then runs the command. Errors:
/// bad_argument, io; those of the command.
Result<Verdict> run_checked(const Command& command);

/// Each adds one command to `program`.
Command add_info(ArgumentParser& program);
Command add_generate(ArgumentParser& program);
Command add_solve(ArgumentParser& program);
Command add_validate(ArgumentParser& program);
Command add_field(ArgumentParser& program);
Command add_matrix(ArgumentParser& program);
Command add_index_files(ArgumentParser& program);
Command add_dynamic(ArgumentParser& program);
Command add_simulate(ArgumentParser& program);
Command add_crowd(ArgumentParser& program);
Command add_farm(ArgumentParser& program);
Command add_join(ArgumentParser& program);
Command add_experiment(ArgumentParser& program);
Command add_render(ArgumentParser& program);
Command add_explore(ArgumentParser& program);
Command add_completion(ArgumentParser& program);

}  // namespace throng::cli
