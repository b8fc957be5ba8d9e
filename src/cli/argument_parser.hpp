#pragma once

#include <throng/result.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Only one source file includes CLI11, because it takes five seconds to compile.
// NOLINTNEXTLINE(readability-identifier-naming): the name is not ours
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace throng::cli {

/// Whether an input may be standard input: not where it is read twice, or mapped.
enum class Stdin : bool { refused, accepted };

/// The files that an option names, for a check before the command runs.
struct NamedFiles {
  std::string option;  ///< "--csv"
  std::function<std::vector<std::string>()> paths;
  Stdin from_stdin = Stdin::refused;  ///< of inputs
};

/// What a command accepts, in order: for what describes it in another language.
struct CommandShape {
  /// An option, or an argument.
  struct Option {
    std::vector<std::string> names;  ///< "-o", "--output"; of an argument "MAP"
    std::string help;
    std::string value;  ///< the name of its value: "FILE"; may be empty
    std::string group;  ///< under which the help lists it
    bool rare = false;  ///< left out where the help is long
    bool required = false;
    std::vector<std::string> choices;  ///< the words of its value; empty: any
    bool takes_value = false;
    bool takes_several = false;  ///< one value or more
    bool names_file = false;     ///< or a folder
  };

  std::string name;
  std::string about;
  std::vector<Option> options;
  std::vector<Option> arguments;
  std::vector<CommandShape> commands;
};

class ArgumentParser;

/// What a command declares about its options, beyond how they are parsed.
struct Declarations {
  /// An option that has an effect only under a condition.
  struct Needs {
    std::string option;
    std::string needed;  ///< what would make it apply: "--hubs"
    std::function<bool(const ArgumentParser&)> applies;
  };

  std::vector<NamedFiles> inputs;
  std::vector<NamedFiles> outputs;
  std::vector<Needs> needs;
  std::vector<std::string> rare;  ///< options that a short help leaves out
  std::string footer;
};

/// An added option, for the options that need more settings.
class Option {
 public:
  Option(CLI::Option* option, std::shared_ptr<Declarations> declared)
      : option_(option), declared_(std::move(declared)) {}

  Option required();
  /// Leaves the option out of a help that would be long.
  Option rare();
  /// Sets the name of the value in the help: "FILE".
  Option type(const std::string& type);
  /// The option names files that the command reads.
  Option reads(std::function<std::vector<std::string>()> paths,
               Stdin from_stdin = Stdin::refused);
  /// The option names a file that the command writes.
  Option writes(std::function<std::vector<std::string>()> paths);

 private:
  std::string name() const;

  CLI::Option* option_;                     ///< never null; belongs to its parser
  std::shared_ptr<Declarations> declared_;  ///< never null; of the parser
};

/// The options and arguments of the program or of one command. A handle: copies refer to
/// the same parser.
///
/// An added option keeps a reference to `value`, which holds the default and must live
/// until parse() returns. name: "--json", "-o,--output", or "MAP", an argument
class ArgumentParser {
 public:
  ArgumentParser(const std::string& name, const std::string& about);

  /// A command; at most one command is given.
  ArgumentParser add_command(const std::string& name, const std::string& about);
  void set_version(const std::string& version);
  /// The heading of the help under which further options are listed; at first "Options".
  void begin_group(const std::string& heading);
  void set_footer(const std::string& text);

  Option add(const std::string& name, std::string& value, const std::string& help);
  Option add(const std::string& name, std::optional<std::string>& value,
             const std::string& help);
  /// Accepts one or more values.
  Option add(const std::string& name, std::vector<std::string>& values,
             const std::string& help);
  Option add_flag(const std::string& name, bool& value, const std::string& help);
  /// The same; calls set() if the flag is given.
  Option add_flag(const std::string& name, std::function<void()> set,
                  const std::string& help);

  /// Reads a value; an error that it returns is reported as bad use.
  using Read = std::function<Outcome(const std::string& word)>;
  Option add(const std::string& name, Read read, const std::string& help);
  /// May be given several times: reads each value.
  Option add_each(const std::string& name, Read read, const std::string& help);
  /// An option of earlier versions. If it is given, the message says what to do instead.
  void add_removed(const std::string& name, const std::string& instead);

  /// Refuses an option, if it is given, unless `applies` holds once all are parsed: it
  /// would have no effect. needed: what would make it apply, for the message: "--hubs"
  void add_need(const std::string& option, const std::string& needed,
                std::function<bool(const ArgumentParser&)> applies);

  /// Whether there is a command to run. False: the help or the version was requested and
  /// printed. Errors: bad_argument; an unknown command or option is reported before all
  /// others, with the nearest known one.
  Result<bool> parse(int argc, char** argv);
  /// Errors: bad_argument when an option is given that has no effect. Pre: parsed().
  Outcome check_needs() const;

  std::string name() const;
  /// all: with options that are rarely used.
  std::string help(bool all = false) const;
  /// This command and the commands that were added to this handle, with their options.
  CommandShape shape() const;
  bool parsed() const;  ///< this command was given
  /// Whether an option was given; false where this parser has no such option.
  bool given(const std::string& option) const;
  const Declarations& declared() const noexcept { return *declared_; }
  /// The words of the command line, quoted for a shell where necessary. Pre: parsed().
  const std::string& command_line() const noexcept { return *command_line_; }

 private:
  ArgumentParser(std::shared_ptr<CLI::App> app, std::shared_ptr<std::string> command_line);
  Option made(CLI::Option* option);
  const ArgumentParser& deepest_parsed() const;
  CommandShape::Option shape_of(const CLI::Option& option) const;

  std::shared_ptr<CLI::App> app_;           ///< never null; a command shares the program's
  std::shared_ptr<Declarations> declared_;  ///< never null
  std::shared_ptr<std::vector<ArgumentParser>> commands_;  ///< never null
  std::shared_ptr<std::string> command_line_;              ///< never null; of the program
  std::shared_ptr<std::string> group_;                     ///< never null
};

}  // namespace throng::cli
