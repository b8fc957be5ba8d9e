#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace throng {

enum class OptionType : std::uint8_t {
  flag,    ///< false or true
  number,  ///< a whole number
  bytes,   ///< a memory limit; people write megabytes of 2^20 bytes
  word,    ///< one of some words
};

/// One member of `Options`, for everything that reads or writes options by name: the
/// program, manifests, Python and the tables of the manuals. Values travel as numbers.
template <class Options>
struct OptionRow {
  std::string_view name;   ///< of the member: "hub_memory"
  std::string_view needs;  ///< the option without which it has no effect; empty: none
  OptionType type = OptionType::flag;
  std::uint64_t (*get)(const Options&) = nullptr;
  void (*set)(Options&, std::uint64_t) = nullptr;
  std::string_view help;  ///< one sentence or two, without the default
  std::uint64_t least = 0;
  std::uint64_t most = 1;
  /// "exact|jump_points": of a word; also of a flag that people turn on by the second word.
  std::string_view words = {};
  Result<std::uint64_t> (*parse)(std::string_view word) = nullptr;  ///< of a word
  std::string_view (*word)(std::uint64_t value) = nullptr;          ///< of a word
  std::string_view program = {};   ///< in the program, unless --name: "--jumps"
  std::string_view manifest = {};  ///< the key in manifests, unless `name`
  bool rare = false;  ///< refines another, or serves comparisons: not for a short help
};

namespace option_row {

/// The member at the end of a path of members: &IndexOptions::fronts, &FrontOptions::build.
template <auto...>
struct Member;
template <class O, class T, T O::*member>
struct Member<member> {
  using Options = O;
  using Value = T;
  static const T& of(const O& options) { return options.*member; }
  static T& of(O& options) { return options.*member; }
};
template <class O, class T, T O::*member, auto next, auto... rest>
struct Member<member, next, rest...> {
  using Inner = Member<next, rest...>;
  using Options = O;
  using Value = typename Inner::Value;
  static const Value& of(const O& options) { return Inner::of(options.*member); }
  static Value& of(O& options) { return Inner::of(options.*member); }
};

template <class Path>
std::uint64_t get(const typename Path::Options& options) {
  return static_cast<std::uint64_t>(Path::of(options));
}
template <class Path>
void set(typename Path::Options& options, std::uint64_t value) {
  Path::of(options) = static_cast<typename Path::Value>(value);
}

}  // namespace option_row

template <auto... member>
constexpr auto flag_row(std::string_view name, std::string_view needs,
                        std::string_view help) {
  using M = option_row::Member<member...>;
  return OptionRow<typename M::Options>{.name = name,
                                        .needs = needs,
                                        .type = OptionType::flag,
                                        .get = option_row::get<M>,
                                        .set = option_row::set<M>,
                                        .help = help,
                                        .rare = !needs.empty()};
}

/// A flag that people turn on by the second of two words. manifest: see OptionRow.
template <auto... member>
constexpr auto choice_row(std::string_view name, std::string_view needs,
                          std::string_view words, std::string_view program,
                          std::string_view help, std::string_view manifest = {}) {
  auto row = flag_row<member...>(name, needs, help);
  row.words = words;
  row.program = program;
  row.manifest = manifest;
  return row;
}

template <class Options>
constexpr OptionRow<Options> rarely(OptionRow<Options> row) noexcept {
  row.rare = true;
  return row;
}

template <auto... member>
constexpr auto number_row(std::string_view name, std::string_view needs,
                          std::uint64_t least, std::uint64_t most, std::string_view help) {
  auto row = flag_row<member...>(name, needs, help);
  row.type = OptionType::number;
  row.least = least;
  row.most = most;
  return row;
}

/// Bytes as people write them.
inline constexpr unsigned kMegabyteBits = 20;

/// In whole megabytes, from `least_megabytes` on.
template <auto... member>
constexpr auto bytes_row(std::string_view name, std::string_view needs,
                         std::string_view help, std::uint64_t least_megabytes = 1) {
  auto row = number_row<member...>(name, needs, least_megabytes << kMegabyteBits,
                                   std::uint64_t{1} << 44, help);
  row.type = OptionType::bytes;
  return row;
}

/// An enumeration with parse() and name().
template <auto parse, auto... member>
constexpr auto word_row(std::string_view key, std::string_view needs,
                        std::string_view words, std::string_view help) {
  using Value = typename option_row::Member<member...>::Value;
  auto row = flag_row<member...>(key, needs, help);
  row.type = OptionType::word;
  row.words = words;
  row.parse = [](std::string_view word) -> Result<std::uint64_t> {
    const Result<Value> value = parse(word);
    if (!value) return value.failure();
    return static_cast<std::uint64_t>(*value);
  };
  row.word = [](std::uint64_t value) { return name(static_cast<Value>(value)); };
  return row;
}

/// The value of a flag by the words "no|yes" of a row. Errors: bad_argument.
inline Result<std::uint64_t> parse_flag(std::string_view words, std::string_view word) {
  const std::size_t bar = words.find('|');
  if (word == words.substr(0, bar)) return std::uint64_t{0};
  if (word == words.substr(bar + 1)) return std::uint64_t{1};
  std::string all(words);
  all[bar] = ' ';
  return fail(Code::bad_argument, "'" + std::string(word) + "' is not one of: " + all);
}

/// The word of such a flag.
inline std::string_view flag_word(std::string_view words, bool value) {
  const std::size_t bar = words.find('|');
  return value ? words.substr(bar + 1) : words.substr(0, bar);
}

/// A value as people write it: "16", "off", "cells"; bytes in megabytes.
template <class Options>
std::string option_text(const OptionRow<Options>& row, std::uint64_t value) {
  if (row.type == OptionType::word) return std::string(row.word(value));
  if (row.type == OptionType::bytes) return std::to_string(value >> kMegabyteBits);
  if (row.type == OptionType::number) return std::to_string(value);
  if (!row.words.empty()) return std::string(flag_word(row.words, value != 0));
  return value != 0 ? "on" : "off";
}

/// The option of the program: "--hub-memory".
template <class Options>
std::string program_option(const OptionRow<Options>& row) {
  if (!row.program.empty()) return std::string(row.program);
  std::string option = "--" + std::string(row.name);
  for (char& c : option)
    if (c == '_') c = '-';
  return option;
}

}  // namespace throng
