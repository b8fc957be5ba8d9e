#include "argument_parser.hpp"

#include "../core/text_lines.hpp"
#include "help.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>

namespace throng::cli {
namespace {

constexpr const char* kHidden = "";  ///< the group of options that no help shows

CLI::Option* add_reader(CLI::App& app, const std::string& name, ArgumentParser::Read read,
                        const std::string& help) {
  const auto assign = [name, read = std::move(read)](const std::string& word) {
    const Outcome outcome = read(word);
    if (!outcome) throw CLI::ValidationError(name, outcome.error().what);
  };
  return app.add_option_function<std::string>(name, assign, help);
}

/// A word that a shell reads back as it is.
std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// The least number of letters to insert, remove or replace that makes `a` to `b`.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

/// "; did you mean --paths?", or nothing where no known word is similar.
std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const auto distance = [&](const std::string& other) { return edits(word, other); };
  const auto nearest = std::min_element(
      known.begin(), known.end(),
      [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (nearest == known.end() || distance(*nearest) > 1 + word.size() / 4) return {};
  return "; did you mean " + *nearest + "?";
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_group() != kHidden)
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

/// " info generate solve"
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + word;
  return text;
}

/// The words of "octile|tile"; those of "exact|S/D" that are not placeholders; else none.
std::vector<std::string> choices(std::string_view type) {
  std::vector<std::string> words;
  if (type.find('|') == std::string_view::npos) return words;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    const std::string_view word = type.substr(begin, end - begin);
    if (!word.empty() && std::islower(word[0] & 0x7F) != 0) words.emplace_back(word);
    begin = end + 1;
  }
  return words;
}

/// Whether a word can only be an option: not a value such as -1, nor standard input.
bool looks_like_option(std::string_view word) {
  return word.starts_with("--") ||
         (word.size() > 1 && word[0] == '-' && std::isalpha(word[1] & 0x7F) != 0);
}

/// Errors: bad_argument if the last word is an option whose value is missing.
Outcome check_last(const CLI::App& app, std::string_view word) {
  if (!looks_like_option(word)) return ok();
  const CLI::Option* const option = app.get_option_no_throw(std::string(word));
  if (option == nullptr || option->get_items_expected_min() == 0) return ok();
  return fail(Code::bad_argument,
              std::string(word) + " requires a value: " + option->get_type_name());
}

/// Errors: bad_argument, for the first word that is no option or command of the program,
/// or for a value that is missing at the end.
Outcome check_words(const CLI::App& program, const std::vector<std::string_view>& words) {
  const CLI::App* app = &program;
  for (const std::string_view word : words) {
    if (word == "--") return ok();
    const std::string name(word.substr(0, word.find('=')));
    if (looks_like_option(word)) {
      const std::string known = name.starts_with("--") ? name : name.substr(0, 2);
      if (app->get_option_no_throw(known) != nullptr) continue;
      return fail(Code::bad_argument, "unknown option " + throng::quoted(name) + " of " +
                                          app->get_name() +
                                          suggestion(name, option_names(*app)));
    }
    const std::vector<std::string> commands = command_names(*app);
    if (commands.empty()) continue;  // an argument, or the value of an option
    if (std::find(commands.begin(), commands.end(), word) == commands.end())
      return fail(Code::bad_argument,
                  "unknown command " + throng::quoted(word) + " of " + app->get_name() +
                      ", not one of:" + joined(commands) + suggestion(word, commands));
    app = app->get_subcommand(std::string(word));
  }
  return words.empty() ? ok() : check_last(*app, words.back());
}

}  // namespace

Option Option::required() { return {option_->required(), declared_}; }

Option Option::rare() {
  declared_->rare.push_back(name());
  return *this;
}

Option Option::type(const std::string& type) {
  return {option_->type_name(type), declared_};
}

std::string Option::name() const { return option_->get_name(); }

Option Option::reads(std::function<std::vector<std::string>()> paths, Stdin from_stdin) {
  declared_->inputs.push_back({name(), std::move(paths), from_stdin});
  return *this;
}

Option Option::writes(std::function<std::vector<std::string>()> paths) {
  declared_->outputs.push_back({name(), std::move(paths)});
  return *this;
}

ArgumentParser::ArgumentParser(const std::string& name, const std::string& about)
    : ArgumentParser(std::make_shared<CLI::App>(about, name),
                     std::make_shared<std::string>(name)) {}

ArgumentParser::ArgumentParser(std::shared_ptr<CLI::App> app,
                               std::shared_ptr<std::string> command_line)
    : app_(std::move(app)),
      declared_(std::make_shared<Declarations>()),
      commands_(std::make_shared<std::vector<ArgumentParser>>()),
      command_line_(std::move(command_line)),
      group_(std::make_shared<std::string>("Options")) {
  app_->set_help_flag("-h,--help", "Print this help");
  app_->set_help_all_flag("--help-all", "Print all options");
  declared_->rare.emplace_back("--help-all");
}

ArgumentParser ArgumentParser::add_command(const std::string& name,
                                           const std::string& about) {
  app_->require_subcommand(0, 1);
  CLI::App* const command = app_->add_subcommand(name, about);
  commands_->push_back({std::shared_ptr<CLI::App>(app_, command), command_line_});
  return commands_->back();
}

void ArgumentParser::set_version(const std::string& version) {
  app_->set_version_flag("--version", version);
}

void ArgumentParser::set_footer(const std::string& text) { declared_->footer = text; }

void ArgumentParser::begin_group(const std::string& heading) { *group_ = heading; }

Option ArgumentParser::made(CLI::Option* option) {
  if (!option->get_positional()) option->group(*group_);
  return {option, declared_};
}

Option ArgumentParser::add(const std::string& name, std::string& value,
                           const std::string& help) {
  return made(app_->add_option(name, value, help));
}

Option ArgumentParser::add(const std::string& name, std::optional<std::string>& value,
                           const std::string& help) {
  return made(app_->add_option(name, value, help));
}

Option ArgumentParser::add(const std::string& name, std::vector<std::string>& values,
                           const std::string& help) {
  return made(app_->add_option(name, values, help));
}

Option ArgumentParser::add_flag(const std::string& name, bool& value,
                                const std::string& help) {
  return made(app_->add_flag(name, value, help));
}

Option ArgumentParser::add_flag(const std::string& name, std::function<void()> set,
                                const std::string& help) {
  return made(app_->add_flag_callback(name, std::move(set), help));
}

Option ArgumentParser::add(const std::string& name, Read read, const std::string& help) {
  return made(add_reader(*app_, name, std::move(read), help));
}

Option ArgumentParser::add_each(const std::string& name, Read read,
                                const std::string& help) {
  return made(add_reader(*app_, name, std::move(read), help)
                  ->trigger_on_parse()
                  ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast));
}

void ArgumentParser::add_removed(const std::string& name, const std::string& instead) {
  const auto refuse = [instead](const std::string&) -> Outcome {
    return fail(Code::bad_argument, instead);
  };
  add_reader(*app_, name, refuse, "")->group(kHidden);
}

void ArgumentParser::add_need(const std::string& option, const std::string& needed,
                              std::function<bool(const ArgumentParser&)> applies) {
  declared_->needs.push_back({option, needed, std::move(applies)});
}

Result<bool> ArgumentParser::parse(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + std::min(argc, 1), argv + argc);
  if (const Outcome known = check_words(*app_, words); !known) return known.failure();
  for (const std::string_view word : words) *command_line_ += " " + shell_word(word);
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail(Code::bad_argument, error.what());
    const bool all = error.get_name() == "CallForAllHelp";
    if (all || error.get_name() == "CallForHelp")
      std::fputs(deepest_parsed().help(all).c_str(), stdout);
    else
      app_->exit(error);  // prints the version
    return false;
  }
  return true;
}

Outcome ArgumentParser::check_needs() const {
  for (const auto& [option, needed, applies] : declared_->needs)
    if (given(option) && !applies(*this))
      return fail(Code::bad_argument,
                  std::string(option).append(" requires ").append(needed));
  return ok();
}

std::string ArgumentParser::name() const { return app_->get_name(); }

/// The command that was given, or the program.
const ArgumentParser& ArgumentParser::deepest_parsed() const {
  for (const ArgumentParser& command : *commands_)
    if (command.parsed()) return command.deepest_parsed();
  return *this;
}

std::string ArgumentParser::help(bool all) const {
  std::string usage = name();
  for (const CLI::App* above = app_->get_parent(); above != nullptr;
       above = above->get_parent())
    usage.insert(0, above->get_name() + " ");
  return help_text(shape(), usage, declared_->footer, all, help_width());
}

CommandShape::Option ArgumentParser::shape_of(const CLI::Option& option) const {
  CommandShape::Option shape;
  shape.help = option.get_description();
  for (const std::string& name : option.get_snames()) shape.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) shape.names.push_back("--" + name);
  if (option.get_positional()) shape.names = {option.get_name()};
  shape.group = option.get_group();
  shape.rare =
      std::ranges::find(declared_->rare, option.get_name()) != declared_->rare.end();
  shape.required = option.get_required();
  shape.takes_value = option.get_items_expected_max() > 0;
  shape.takes_several = option.get_items_expected_max() > 1;
  if (shape.takes_value) {
    shape.value = option.get_type_name();
    shape.choices = choices(shape.value);
  }
  const auto is_it = [&](const NamedFiles& files) {
    return files.option == option.get_name();
  };
  shape.names_file =
      shape.value == "DIR" ||
      std::any_of(declared_->inputs.begin(), declared_->inputs.end(), is_it) ||
      std::any_of(declared_->outputs.begin(), declared_->outputs.end(), is_it);
  return shape;
}

CommandShape ArgumentParser::shape() const {
  CommandShape shape;
  shape.name = name();
  shape.about = app_->get_description();
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    if (option->get_group() != kHidden)
      (option->get_positional() ? shape.arguments : shape.options)
          .push_back(shape_of(*option));
  for (const ArgumentParser& command : *commands_)
    shape.commands.push_back(command.shape());
  return shape;
}

bool ArgumentParser::parsed() const { return app_->parsed(); }

bool ArgumentParser::given(const std::string& option) const {
  const CLI::Option* const found = app_->get_option_no_throw(option);
  return found != nullptr && found->count() != 0;
}

}  // namespace throng::cli
