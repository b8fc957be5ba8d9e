#pragma once

#include "../index/index_part.hpp"
#include "../map/ground.hpp"
#include "argument_parser.hpp"

#include <throng/algorithm.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace throng::cli {

/// An option whose value is a word that `parse` reads; a word that it rejects is bad use.
///
/// value: out; keeps its value, the default, if the option is not given
/// parse: std::string_view -> Result<T>
/// words: the choice, for the help: "octile|tile"
template <class T, class Parse>
Option add_word(ArgumentParser& parser, const std::string& option, T& value, Parse parse,
                const std::string& words, const std::string& help) {
  const auto assign = [&value, parse](const std::string& word) -> Outcome {
    const Result<T> parsed = parse(word);
    if (!parsed) return parsed.failure();
    value = *parsed;
    return ok();
  };
  return parser.add(option, assign, help).type(words);
}

/// A whole number from `low` to `high`, digits only.
template <class T>
Result<T> parse_whole(std::string_view word, T low, T high) {
  T number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && stop == end && low <= number && number <= high) return number;
  return fail(Code::bad_argument, "'" + std::string(word) + "' is not a number from " +
                                      std::to_string(low) + " to " + std::to_string(high));
}

/// An option whose value is a whole number, as above.
template <class T>
Option add_number(ArgumentParser& parser, const std::string& option, T& value, T low,
                  T high, const std::string& help) {
  const auto parse = [low, high](std::string_view word) {
    return parse_whole(word, low, high);
  };
  return add_word(parser, option, value, parse, "N", help);
}

template <class T>
bool is_one_of(T value, std::initializer_list<T> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// --threads, from 0, which means all cores.
void add_threads(ArgumentParser& parser, int& threads,
                 const std::string& help = "Threads (default 0: all cores)");

/// An option for the seed of random numbers; 0 or another default.
void add_seed(ArgumentParser& parser, const std::string& option, std::uint64_t& seed,
              const std::string& help);

/// The file, if one is named: for Option::reads() and Option::writes().
std::vector<std::string> listed(const std::optional<std::string>& path);

/// An option for a file to write: --json and the like.
Option add_file(ArgumentParser& parser, const std::string& option,
                std::optional<std::string>& path, const std::string& help);

/// An option for a file to read: --weights and the like. The command reads input_path().
void add_input(ArgumentParser& parser, const std::string& option,
               std::optional<std::string>& path, const std::string& help,
               Stdin from_stdin = Stdin::accepted);

/// An argument for a file to read: MAP and the like. The command reads input_path().
Option add_input(ArgumentParser& parser, const std::string& argument, std::string& path,
                 const std::string& help, Stdin from_stdin = Stdin::accepted);

/// An option for a number of bytes, in megabytes of 2^20.
void add_megabytes(ArgumentParser& parser, const std::string& option, std::size_t& value,
                   const std::string& help);

// Headings of the help. Each function below lists its options under one of them.
inline constexpr const char* kMapGroup = "Map and movement";
inline constexpr const char* kSearchGroup = "Search";
inline constexpr const char* kIndexGroup = "Index";
inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kOptionsGroup = "Options";

/// The options --topology and --corners, and --costs.
void add_movement(ArgumentParser& parser, Rules& rules);
void add_costs(ArgumentParser& parser, Rules& rules);

/// The option --terrain.
void add_terrain(ArgumentParser& parser, Rules& rules);

/// The ground and the size of a unit: --terrain, --model, --weights and --links, names of
/// files, and --unit-size.
void add_ground(ArgumentParser& parser, Rules& rules, GroundFiles& files);

/// The number of landmarks, if landmarks are needed and no number is given.
inline constexpr int kDefaultLandmarks = 16;

/// The options of landmarks, of which there is at least one.
void add_landmarks(ArgumentParser& parser, IndexOptions& options);

/// The options of an index that a command builds, once all options are parsed: those of the
/// command line, and what others imply.
using WantedIndex = std::function<IndexOptions(const ArgumentParser&)>;

/// Errors: bad_argument when the rules, weights or links do not allow a part of the index
/// that is requested. Pre: the parser has parsed.
Outcome check_ground(const ArgumentParser& parser, const IndexOptions& options,
                     const Rules& rules);

/// The options of some parts of an index, see IndexPart::options(). The defaults are those
/// of `options`.
void add_parts(ArgumentParser& parser, IndexOptions& options, const WantedIndex& wanted,
               std::initializer_list<const IndexPart*> parts);

/// The options of all parts.
void add_index(ArgumentParser& parser, IndexOptions& options, const WantedIndex& wanted);

/// Refuses the options of add_index that have no effect on a search.
void add_search_needs(ArgumentParser& parser, const IndexOptions& index,
                      const SolverOptions& search);

/// The index that the options of add_index request: nothing if they request no part.
/// Errors: those of check_ground. Pre: the parser has parsed.
Result<std::optional<IndexOptions>> wanted_index(const ArgumentParser& parser,
                                                 const IndexOptions& options,
                                                 const Rules& rules);

/// The arguments MAP and QUERIES.
void add_map(ArgumentParser& parser, std::string& path);
void add_queries(ArgumentParser& parser, std::string& path);

}  // namespace throng::cli
