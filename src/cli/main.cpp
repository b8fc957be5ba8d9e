#include "program.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace throng::cli {
namespace {

struct Entry {
  std::string_view name;
  Command (*add)(ArgumentParser& program);
};

constexpr std::array kCommands{Entry{"info", add_info},
                               Entry{"generate", add_generate},
                               Entry{"solve", add_solve},
                               Entry{"validate", add_validate},
                               Entry{"field", add_field},
                               Entry{"matrix", add_matrix},
                               Entry{"index", add_index_files},
                               Entry{"dynamic", add_dynamic},
                               Entry{"simulate", add_simulate},
                               Entry{"farm", add_farm},
                               Entry{"join", add_join},
                               Entry{"experiment", add_experiment},
                               Entry{"render", add_render},
                               Entry{"explore", add_explore},
                               Entry{"completion", add_completion}};

/// Adds the command that `word` names, else all. The options of all take most of the time
/// that the program needs to start.
std::vector<Command> add_commands(ArgumentParser& program, std::string_view word) {
  const auto* const named = std::ranges::find(kCommands, word, &Entry::name);
  // Completion describes all commands.
  if (named != kCommands.end() && named->add != add_completion)
    return {named->add(program)};
  std::vector<Command> commands;
  for (const Entry& entry : kCommands) commands.push_back(entry.add(program));
  return commands;
}

int run(int argc, char** argv) {
  ArgumentParser program("throng",
                         "Solves batches of exact shortest-path queries on game grid maps");
  program.set_version("throng " THRONG_VERSION);
  program.set_footer(
      "Exit codes: 0 done, 1 a check failed, 2 bad use or bad input,\n"
      "128 + N ended by signal N.");
  const std::vector<Command> commands = add_commands(program, argc > 1 ? argv[1] : "");
  return run_commands(program, commands, argc, argv);
}

}  // namespace
}  // namespace throng::cli

int main(int argc, char** argv) {
  return throng::cli::run_program([=] { return throng::cli::run(argc, argv); });
}
