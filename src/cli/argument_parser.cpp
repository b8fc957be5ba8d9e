#include "argument_parser.hpp"

#include <CLI/CLI.hpp>
#include <utility>

namespace throng::cli {
namespace {

CLI::Option* add_reader(CLI::App& app, const std::string& name, ArgumentParser::Read read,
                        const std::string& help) {
  const auto assign = [name, read = std::move(read)](const std::string& word) {
    const Outcome outcome = read(word);
    if (!outcome) throw CLI::ValidationError(name, outcome.error().what);
  };
  return app.add_option_function<std::string>(name, assign, help);
}

}  // namespace

Option Option::required() { return Option(option_->required()); }

Option Option::type(const std::string& type) { return Option(option_->type_name(type)); }

ArgumentParser::ArgumentParser(const std::string& name, const std::string& about)
    : app_(std::make_shared<CLI::App>(about, name)) {}

ArgumentParser ArgumentParser::add_command(const std::string& name,
                                           const std::string& about) {
  app_->require_subcommand(0, 1);
  CLI::App* const command = app_->add_subcommand(name, about);
  return ArgumentParser(std::shared_ptr<CLI::App>(app_, command));
}

void ArgumentParser::set_version(const std::string& version) {
  app_->set_version_flag("--version", version);
}

void ArgumentParser::set_footer(const std::string& text) { app_->footer(text); }

Option ArgumentParser::add(const std::string& name, std::string& value,
                           const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option ArgumentParser::add(const std::string& name, std::optional<std::string>& value,
                           const std::string& help) {
  return Option(app_->add_option(name, value, help));
}

Option ArgumentParser::add(const std::string& name, std::vector<std::string>& values,
                           const std::string& help) {
  return Option(app_->add_option(name, values, help));
}

Option ArgumentParser::add_flag(const std::string& name, bool& value,
                                const std::string& help) {
  return Option(app_->add_flag(name, value, help));
}

Option ArgumentParser::add(const std::string& name, Read read, const std::string& help) {
  return Option(add_reader(*app_, name, std::move(read), help));
}

Option ArgumentParser::add_each(const std::string& name, Read read,
                                const std::string& help) {
  return Option(add_reader(*app_, name, std::move(read), help)
                    ->trigger_on_parse()
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast));
}

Result<bool> ArgumentParser::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail(Code::bad_argument, error.what());
    app_->exit(error);  // prints the help, or the version
    return false;
  }
  return true;
}

std::string ArgumentParser::name() const { return app_->get_name(); }

std::string ArgumentParser::help() const { return app_->help(); }

bool ArgumentParser::parsed() const { return app_->parsed(); }

bool ArgumentParser::given(const std::string& option) const {
  const CLI::Option* const found = app_->get_option_no_throw(option);
  return found != nullptr && found->count() != 0;
}

}  // namespace throng::cli
