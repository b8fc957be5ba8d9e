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
                               Entry{"crowd", add_crowd},
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

/// `help COMMAND` and `version` in the words of all commands: `COMMAND --help`,
/// `--version`.
std::vector<char*> with_options(int argc, char** argv) {
  static char help[] = "--help", version[] = "--version";
  std::vector<char*> words(argv, argv + argc);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "help") {
    words.erase(words.begin() + 1);
    words.push_back(help);
  } else if (first == "version") {
    words[1] = version;
  }
  return words;
}

int run(int argc, char** argv) {
  std::vector<char*> words = with_options(argc, argv);
  ArgumentParser program("throng",
                         "Solves batches of exact shortest-path queries on game grid maps");
  program.set_version("throng " THRONG_VERSION);
  program.set_footer(
      "`throng help COMMAND` describes a command, `throng version` prints the version.\n"
      "Exit codes: 0 done, 1 a check failed, 2 bad use or bad input,\n"
      "128 + N ended by signal N.");
  const std::vector<Command> commands =
      add_commands(program, words.size() > 1 ? words[1] : "");
  return run_commands(program, commands, static_cast<int>(words.size()), words.data());
}

}  // namespace
}  // namespace throng::cli

int main(int argc, char** argv) {
  return throng::cli::run_program([=] { return throng::cli::run(argc, argv); });
}
