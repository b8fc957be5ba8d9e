#pragma once

#include <throng/result.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Only one source file includes CLI11, because it takes five seconds to compile.
// NOLINTNEXTLINE(readability-identifier-naming): the name is not ours
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace throng::cli {

/// An added option, for the few options that need more settings.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required();
  /// Sets the name of the value in the help: "FILE".
  Option type(const std::string& type);

 private:
  CLI::Option* option_;  ///< never null; belongs to its parser
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
  void set_footer(const std::string& text);

  Option add(const std::string& name, std::string& value, const std::string& help);
  Option add(const std::string& name, std::optional<std::string>& value,
             const std::string& help);
  /// Accepts one or more values.
  Option add(const std::string& name, std::vector<std::string>& values,
             const std::string& help);
  Option add_flag(const std::string& name, bool& value, const std::string& help);

  /// Reads a value; an error that it returns is reported as bad use.
  using Read = std::function<Outcome(const std::string& word)>;
  Option add(const std::string& name, Read read, const std::string& help);
  /// May be given several times: reads each value.
  Option add_each(const std::string& name, Read read, const std::string& help);

  /// Whether there is a command to run. False: the help or the version was requested and
  /// printed. Errors: bad_argument.
  Result<bool> parse(int argc, char** argv);

  std::string name() const;
  std::string help() const;
  bool parsed() const;  ///< this command was given
  /// Whether an option was given; false where this parser has no such option.
  bool given(const std::string& option) const;

 private:
  explicit ArgumentParser(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

  std::shared_ptr<CLI::App> app_;  ///< never null; a command shares the program's
};

}  // namespace throng::cli
