#include "command.hpp"
#include "options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {
namespace {

enum class Shell { bash, zsh, fish };

Result<Shell> parse_shell(std::string_view word) {
  if (word == "bash") return Shell::bash;
  if (word == "zsh") return Shell::zsh;
  if (word == "fish") return Shell::fish;
  return fail(Code::bad_argument, fmt::format("'{}' is not one of: bash zsh fish", word));
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

/// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// One word of bash or zsh.
std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The start of a help text, which a list of options has room for.
std::string headline(const std::string& help) {
  std::size_t end = help.size();
  for (const std::string_view mark : {". ", "; ", ": ", " (", ", one per line"})
    end = std::min(end, help.find(mark));
  return help.substr(0, end);
}

/// A command with the commands above it: "index build". That of the program is empty.
struct PlacedCommand {
  std::string path;
  const CommandShape* shape;
};

/// The program and all its commands, each before those below it.
std::vector<PlacedCommand> all_commands(const CommandShape& program) {
  std::vector<PlacedCommand> all{{"", &program}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PlacedCommand above = all[i];
    for (const CommandShape& command : above.shape->commands)
      all.push_back(
          {above.path.empty() ? command.name : above.path + " " + command.name, &command});
  }
  return all;
}

std::vector<std::string> names_of(const std::vector<CommandShape>& commands) {
  std::vector<std::string> names;
  for (const CommandShape& command : commands) names.push_back(command.name);
  return names;
}

/// The paths of all commands, each quoted, for a pattern that matches any of them.
std::string quoted_paths(const std::vector<PlacedCommand>& commands,
                         std::string_view separator) {
  std::vector<std::string> paths;
  for (const PlacedCommand& command : commands)
    if (!command.path.empty()) paths.push_back(single_quoted(command.path));
  return joined(paths, separator);
}

// --- bash

/// What bash offers where a value of `option` stands: an assignment.
std::string bash_values(const CommandShape::Option& option) {
  if (!option.choices.empty()) return "words=" + single_quoted(joined(option.choices, " "));
  return option.names_file ? "files=1" : ":";
}

/// The cases for the values of options. Where `several`: only of those with several values.
std::string bash_cases(const CommandShape& command, bool several) {
  std::string text;
  for (const CommandShape::Option& option : command.options)
    if (option.takes_value && (option.takes_several || !several))
      text += fmt::format("        {}) {}; return ;;\n", joined(option.names, "|"),
                          bash_values(option));
  return text;
}

std::string bash_command(const PlacedCommand& command) {
  std::vector<std::string> options;
  for (const CommandShape::Option& option : command.shape->options)
    options.insert(options.end(), option.names.begin(), option.names.end());
  std::string text = fmt::format("    {})\n", single_quoted(command.path));
  if (const std::string cases = bash_cases(*command.shape, false); !cases.empty())
    text += "      case $previous in\n" + cases + "      esac\n";
  text += fmt::format("      options='{}'\n", joined(options, " "));
  if (const std::string cases = bash_cases(*command.shape, true); !cases.empty())
    text += "      case $option in\n" + cases + "      esac\n";
  if (!command.shape->commands.empty())
    text +=
        fmt::format("      words='{}'\n", joined(names_of(command.shape->commands), " "));
  for (const CommandShape::Option& argument : command.shape->arguments)
    text += fmt::format("      {}\n", bash_values(argument));
  return text + "      ;;\n";
}

constexpr std::string_view kBashEnd = R"(
# Finds the command, and what stands before the cursor.
_throng() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command= option= options= words= files= i word
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -* ]]; then option=$word; fi
    if _throng_is_command "${command:+$command }$word"; then
      command=${command:+$command }$word option=
    fi
  done
  if [[ $current == = ]]; then  # --option=
    current=
  elif [[ $previous == = ]]; then  # --option=value
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  _throng_at
  COMPREPLY=()
  if [[ $current == -* || -z $words$files ]]; then words+=" $options"; fi
  if [[ -n $files && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
  mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _throng throng
)";

std::string bash_script(const CommandShape& program) {
  const std::vector<PlacedCommand> commands = all_commands(program);
  std::string text =
      "# Completions of throng for bash, printed by: throng completion bash\n\n"
      "_throng_is_command() {\n  case $1 in\n    " +
      quoted_paths(commands, "|") +
      ") return 0 ;;\n  esac\n  return 1\n}\n\n"
      "# Sets words, files and options to what may stand at the cursor.\n"
      "_throng_at() {\n  case $command in\n";
  for (const PlacedCommand& command : commands) text += bash_command(command);
  return text + "  esac\n}\n" + std::string(kBashEnd);
}

// --- zsh

/// ":VALUE:ACTION" of _arguments.
std::string zsh_value(const CommandShape::Option& option, const std::string& name) {
  const std::string action = !option.choices.empty()
                                 ? "(" + joined(option.choices, " ") + ")"
                                 : std::string(option.names_file ? "_files" : " ");
  return ":" + escaped(name, ":\\") + ":" + action;
}

/// The specifications of an option for _arguments, one for each of its names.
std::string zsh_option(const CommandShape::Option& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const bool equals = option.takes_value && name.starts_with("--");
    const std::string once = option.names.size() > 1 && !option.takes_several
                                 ? "(" + joined(option.names, " ") + ")"
                                 : std::string(option.takes_several ? "*" : "");
    std::string spec = once + name + (equals ? "=" : "") + "[" +
                       escaped(headline(option.help), "[]\\") + "]";
    if (option.takes_value)
      spec += zsh_value(option, option.value.empty() ? "value" : option.value);
    text += " \\\n    " + single_quoted(spec);
  }
  return text;
}

std::string zsh_arguments(const CommandShape& command) {
  std::string text;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const CommandShape::Option& argument = command.arguments[i];
    const std::string place = argument.takes_several ? "*" : std::to_string(i + 1);
    text += " \\\n    " + single_quoted(place + zsh_value(argument, argument.names[0]));
  }
  return text;
}

/// "_throng_index_build"
std::string zsh_function(std::string path) {
  for (char& c : path)
    if (c == ' ') c = '_';
  return path.empty() ? "_throng" : "_throng_" + path;
}

std::string zsh_command(const PlacedCommand& command) {
  const CommandShape& shape = *command.shape;
  std::string text = zsh_function(command.path) + "() {\n";
  if (!shape.commands.empty()) text += "  local state line\n";
  text += shape.commands.empty() ? "  _arguments" : "  _arguments -C";
  for (const CommandShape::Option& option : shape.options) text += zsh_option(option);
  text += zsh_arguments(shape);
  if (shape.commands.empty()) return text + "\n}\n\n";
  std::string listed;
  std::string cases;
  for (const CommandShape& below : shape.commands) {
    if (!listed.empty()) listed += ' ';
    listed += fmt::format(R"({}\:"{}")", below.name, escaped(below.about, ":\\\"$`"));
    const std::string path =
        command.path.empty() ? below.name : command.path + " " + below.name;
    cases += fmt::format("    {}) {} ;;\n", below.name, zsh_function(path));
  }
  return text + " \\\n    " + single_quoted("1:command:((" + listed + "))") +
         " \\\n    '*::arguments:->arguments'\n  [[ $state == arguments ]] || return\n"
         "  case $line[1] in\n" +
         cases + "  esac\n}\n\n";
}

std::string zsh_script(const CommandShape& program) {
  std::string text =
      "#compdef throng\n# Completions of throng for zsh, printed by: throng completion "
      "zsh\n\n";
  for (const PlacedCommand& command : all_commands(program)) text += zsh_command(command);
  return text +
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n  _throng \"$@\"\nelse\n"
         "  compdef _throng throng\nfi\n";
}

// --- fish

std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "'\\") + "'"; }

std::string fish_values(const CommandShape::Option& option) {
  if (!option.choices.empty()) return " -x -a " + fish_quoted(joined(option.choices, " "));
  return option.names_file ? " -r -F" : " -x";
}

std::string fish_command(const PlacedCommand& command) {
  const std::string begin =
      fmt::format("complete -c throng -n '__throng_at \"{}\"'", command.path);
  std::string text;
  for (const CommandShape& below : command.shape->commands)
    text += begin + " -a " + below.name + " -d " + fish_quoted(below.about) + "\n";
  for (const CommandShape::Option& option : command.shape->options) {
    text += begin;
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (option.takes_value) text += fish_values(option);
    text += " -d " + fish_quoted(headline(option.help)) + "\n";
  }
  for (const CommandShape::Option& argument : command.shape->arguments) {
    if (!argument.choices.empty())
      text += begin + " -a " + fish_quoted(joined(argument.choices, " ")) + "\n";
    if (argument.names_file) text += begin + " -F\n";
  }
  return text;
}

std::string fish_script(const CommandShape& program) {
  const std::vector<PlacedCommand> commands = all_commands(program);
  std::string text =
      "# Completions of throng for fish, printed by: throng completion fish\n\n"
      "# Whether the command before the cursor is $argv[1], such as \"index build\".\n"
      "function __throng_at\n  set -l command ''\n  for word in (commandline -opc)[2..-1]\n"
      "    set -l longer (string trim \"$command $word\")\n    switch $longer\n      "
      "case " +
      quoted_paths(commands, " ") +
      "\n        set command $longer\n    end\n  end\n  test \"$command\" = \"$argv[1]\"\n"
      "end\n\ncomplete -c throng -f\n";
  for (const PlacedCommand& command : commands) text += fish_command(command);
  return text;
}

Result<Verdict> run_completion(const ArgumentParser& program, Shell shell) {
  const CommandShape shape = program.shape();
  const std::string script = shell == Shell::bash  ? bash_script(shape)
                             : shell == Shell::zsh ? zsh_script(shape)
                                                   : fish_script(shape);
  std::fwrite(script.data(), 1, script.size(), stdout);
  return Verdict::passed;
}

}  // namespace

Command add_completion(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("completion", "Print completions of all commands for a shell");
  const auto shell = std::make_shared<Shell>();
  add_word(parser, "SHELL", *shell, parse_shell, "bash|zsh|fish", "The shell").required();
  parser.set_footer(
      "The installed program comes with these completions. To install them by hand, write\n"
      "them to ~/.local/share/bash-completion/completions/throng, to the file _throng in "
      "a\n"
      "folder of zsh's $fpath, or to ~/.config/fish/completions/throng.fish.\n"
      "\n"
      "Example:\n  throng completion fish > ~/.config/fish/completions/throng.fish");
  return {parser, [program, shell] { return run_completion(program, *shell); }};
}

}  // namespace throng::cli
