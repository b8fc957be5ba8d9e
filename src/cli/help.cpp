#include "help.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

namespace throng::cli {
namespace {

constexpr std::size_t kLeastWidth = 40, kUsualWidth = 80, kMostWidth = 120;
constexpr std::size_t kScreen = 50;  ///< lines
constexpr std::size_t kNameColumn = 2, kTextColumn = 24;
/// A longer list of words stands below the help of its option.
constexpr std::size_t kMostWords = 30;

/// Appends words from column `at` on, and further lines from column `indent` on.
void wrap(std::string_view text, std::size_t at, std::size_t indent, std::size_t width,
          std::string& out) {
  std::istringstream words{std::string(text)};
  std::size_t column = at;
  bool first = true;
  for (std::string word; words >> word; first = false) {
    const std::size_t needed = word.size() + (first ? 0 : 1);
    if (!first && column + needed > width) {
      out += '\n' + std::string(indent, ' ') + word;
      column = indent + word.size();
    } else {
      out += (first ? "" : " ") + word;
      column += needed;
    }
  }
  out += '\n';
}

/// Wraps paragraphs; lines that begin with a space keep their form.
std::string paragraphs(std::string_view text, std::size_t width) {
  std::string out, paragraph;
  const auto end = [&] {
    if (!paragraph.empty()) wrap(paragraph, 0, 0, width, out);
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.empty() || line.front() == ' ') {
      end();
      out += std::string(line) + '\n';
    } else {
      paragraph += std::string(line) + ' ';
    }
  }
  end();
  return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

void add_entry(const std::string& name, const std::string& help, std::size_t width,
               std::string& out) {
  std::string line = std::string(kNameColumn, ' ') + name;
  if (line.size() + 1 > kTextColumn)
    out += line + '\n' + std::string(kTextColumn, ' ');
  else
    out += line + std::string(kTextColumn - line.size(), ' ');
  wrap(help, kTextColumn, kTextColumn, width, out);
}

/// The start of a help text, before its details: on one line, if that is possible.
std::string headline(const std::string& help, std::size_t width) {
  std::string start = help.substr(0, std::min(help.find(". "), help.find("; ")));
  constexpr std::size_t kLeast = 20;
  for (const std::string_view mark : {" (default", ": "})
    if (const std::size_t end = start.find(mark);
        start.size() > width - kTextColumn && end != std::string::npos && end > kLeast)
      start.resize(end);
  return start;
}

void add_option(const CommandShape::Option& option, bool brief, std::size_t width,
                std::string& out) {
  const bool long_list = option.value.size() > kMostWords;
  std::string name = joined(option.names, ",");
  if (option.takes_value && !option.value.empty())
    name += " " + (long_list ? "WORD" : option.value);
  if (option.takes_several) name += " ...";
  add_entry(name, brief ? headline(option.help, width) : option.help, width, out);
  if (!long_list) return;
  out += std::string(kTextColumn, ' ');
  wrap(joined(option.choices, " "), kTextColumn, kTextColumn, width, out);
}

std::string usage_line(const CommandShape& command, const std::string& usage) {
  std::string line = "Usage: " + usage + " [OPTIONS]";
  for (const CommandShape::Option& argument : command.arguments) {
    const std::string name = argument.names.front() + (argument.takes_several ? "..." : "");
    line += argument.required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) line += " [SUBCOMMAND]";
  return line + "\n";
}

/// The example, with the words before it in its paragraph.
std::string_view example_of(std::string_view about) {
  const std::size_t at = about.find("Example:");
  return at == std::string_view::npos ? about : about.substr(at);
}

/// brief: without rarely used options, and without details of the others.
std::string print(const CommandShape& command, const std::string& usage,
                  std::string_view about, bool brief, std::size_t width) {
  std::string out = command.about + "\n" + usage_line(command, usage);
  if (!command.arguments.empty()) out += "\nArguments:\n";
  for (const CommandShape::Option& argument : command.arguments)
    add_entry(argument.names.front(),
              brief ? headline(argument.help, width) : argument.help, width, out);
  std::vector<std::string> groups;  // in the order of their first options
  const auto shown = [&](const CommandShape::Option& option) {
    return !brief || !option.rare;
  };
  for (const CommandShape::Option& option : command.options)
    if (shown(option) && std::ranges::find(groups, option.group) == groups.end())
      groups.push_back(option.group);
  // Those without a group of their own are the first.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const auto& name) { return name == "Options"; });
  for (const std::string& group : groups) {
    out += "\n" + group + ":\n";
    for (const CommandShape::Option& option : command.options)
      if (option.group == group && shown(option)) add_option(option, brief, width, out);
  }
  if (!command.commands.empty()) out += "\nSubcommands:\n";
  for (const CommandShape& below : command.commands)
    add_entry(below.name, below.about, width, out);
  if (!about.empty()) out += "\n" + paragraphs(about, width);
  return out;
}

}  // namespace

std::size_t help_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0)
    return kUsualWidth;
  return std::clamp<std::size_t>(size.ws_col, kLeastWidth, kMostWidth);
}

std::string help_text(const CommandShape& command, const std::string& usage,
                      const std::string& about, bool all, std::size_t width) {
  std::string text = print(command, usage, about, false, width);
  const auto fits = [&text](std::size_t more) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n')) + more <= kScreen;
  };
  if (all || fits(0)) return text;
  const auto rare = std::ranges::count_if(command.options, [](const auto& option) {
    return option.rare && option.names.front() != "--help-all";
  });
  const std::string more =
      "\n" + usage + " --help-all shows " +
      (rare == 0 ? std::string("the details")
                 : std::to_string(rare) + " more options, and details") +
      ".\n";
  for (const std::string_view below : {std::string_view(about), example_of(about)}) {
    text = print(command, usage, below, true, width);
    if (fits(2)) break;
  }
  return text + more;
}

}  // namespace throng::cli
