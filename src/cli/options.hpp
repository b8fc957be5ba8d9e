#pragma once

#include <throng/algorithm.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace throng::cli {

/// An option whose value is a word that `parse` understands; what it refuses is bad use.
///
/// value: out; keeps its value, the default, where the option is not given
/// parse: std::string_view -> Result<T>
/// words: the choice, for the help: "octile|tile"
template <class T, class Parse>
CLI::Option* add_word(CLI::App& app, const std::string& option, T& value, Parse parse,
                      const std::string& words, const std::string& help) {
  const auto assign = [&value, parse, option](const std::string& word) {
    const Result<T> parsed = parse(word);
    if (!parsed) throw CLI::ValidationError(option, parsed.error().what);
    value = *parsed;
  };
  return app.add_option_function<std::string>(option, assign, help)->type_name(words);
}

/// A whole number of digits only, from `low` to `high`.
template <class T>
Result<T> parse_whole(std::string_view word, T low, T high) {
  T number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && stop == end && low <= number && number <= high) return number;
  return fail(Code::bad_argument, "'" + std::string(word) + "' is no number from " +
                                      std::to_string(low) + " to " + std::to_string(high));
}

/// An option whose value is such a number.
template <class T>
CLI::Option* add_number(CLI::App& app, const std::string& option, T& value, T low, T high,
                        const std::string& help) {
  const auto parse = [low, high](std::string_view word) {
    return parse_whole(word, low, high);
  };
  return add_word(app, option, value, parse, "N", help);
}

/// An option for a number of bytes, given in megabytes of 2^20.
void add_megabytes(CLI::App& app, const std::string& option, std::size_t& value,
                   const std::string& help);

/// Files that tell what a map has besides its characters, where they are given.
struct GroundFiles {
  std::optional<std::string> weights;
  std::optional<std::string> links;
};

/// The options --topology and --corners, and --costs.
void add_movement(CLI::App& app, Rules& rules);
void add_costs(CLI::App& app, Rules& rules);

/// What the ground is like for a unit, and how large the unit is: --terrain, --model,
/// --weights and --links, names of files, and --unit-size.
void add_ground(CLI::App& app, Rules& rules, GroundFiles& files);

/// The options of landmarks: --landmarks (from `least` on), --placement, --metric,
/// --storage and --seed. The defaults are those of `options`.
void add_landmarks(CLI::App& app, IndexOptions& options, int least);

/// The options of hub labels: --hubs, --hub-labels and --hub-memory. what_for: what --hubs
/// gains.
void add_hubs(CLI::App& app, IndexOptions& options, const std::string& what_for);

/// Errors: bad_argument when an option is about hub labels and there are to be none, or
/// when the rules, weights or links do not allow them. Pre: app was parsed.
Outcome check_hubs(const CLI::App& app, const IndexOptions& options, const Rules& rules);

/// The options of an index: those of landmarks, of which there are `landmarks` by default,
/// --jumps, --areas, --gates, --gate-memory, and those of hub labels.
void add_index(CLI::App& app, IndexOptions& options, int landmarks = 0);

/// The index that the options of add_index ask for: nothing without landmarks, areas,
/// gates, hubs and an explicit --jumps graph. Errors: bad_argument when landmarks or gates
/// lack that an option is about, or when the rules, weights or links do not allow the jumps
/// asked for; those of check_hubs. Pre: app was parsed.
Result<std::optional<IndexOptions>> wanted_index(const CLI::App& app,
                                                 const IndexOptions& options,
                                                 const Rules& rules);

/// The arguments MAP and QUERIES.
void add_map(CLI::App& app, std::string& path);
void add_queries(CLI::App& app, std::string& path);

}  // namespace throng::cli
