#include "../support/catch.hpp"
#include "../support/seeds.hpp"
#include "pairwise.hpp"
#include "play.hpp"
#include "setup.hpp"

#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace throng::combinations_test {

using namespace test;
using namespace test::pairs;

namespace {

/// The value of an environment variable; empty if it is not set.
std::string_view environment(const char* name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets the environment meanwhile
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

struct Array {
  Focus focus;
  Pairwise pairs;
};

/// The arrays of all foci.
const std::vector<Array>& arrays() {
  static const std::vector<Array> all = [] {
    std::vector<Array> made;
    for (const Focus& focus : foci())
      made.push_back({focus, Pairwise(focus.within, row_rules())});
    return made;
  }();
  return all;
}

using Ids = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;

Ids ids(const ValuePair& pair) {
  return {pair.first.dimension, pair.first.value, pair.second.dimension, pair.second.value};
}

std::set<Ids> pairs_of(const std::vector<Row>& rows) {
  std::set<Ids> pairs;
  for (const Row& row : rows)
    for (std::size_t a = 0; a < row.size(); ++a)
      for (std::size_t b = a + 1; b < row.size(); ++b) pairs.insert({a, row[a], b, row[b]});
  return pairs;
}

/// Prints what becomes of each pair.
void print_pairs(const Array& array) {
  array.pairs.for_each_pair(
      [&](const ValuePair& pair, Pairwise::Fate fate, std::size_t by) {
        std::cout << array.focus.name << ": " << name_of(pair) << ": ";
        switch (fate) {
          case Pairwise::Fate::missing:
            std::cout << "MISSING\n";
            return;
          case Pairwise::Fate::run:
            std::cout << "row " << by << "\n";
            return;
          case Pairwise::Fate::refused:
            std::cout << "refused: "
                      << array.pairs.rules()[array.pairs.refusals()[by].rule].words << "\n";
            return;
          case Pairwise::Fate::excluded:
            std::cout << "excluded: " << array.pairs.rules()[by].words << "\n";
            return;
        }
      });
}

/// Whether THRONG_TEST_ROW asks for this row, such as "games 17".
bool is_wanted(const Array& array, std::size_t row) {
  const std::string_view only = environment("THRONG_TEST_ROW");
  return only.empty() || only == array.focus.name + " " + std::to_string(row);
}

std::string lines(const std::vector<std::string>& problems) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t k = 0; k < problems.size() && k < kMost; ++k)
    text += "\n  " + problems[k];
  if (problems.size() > kMost)
    text += "\n  and " + std::to_string(problems.size() - kMost) + " more";
  return text;
}

std::uint64_t seed_of(std::size_t row, std::uint64_t round) {
  return row + round * 100'003;
}

}  // namespace

TEST_CASE("every pair of values is run, refused or excluded") {
  for (const Array& array : arrays()) {
    if (environment("THRONG_TEST_PAIRS") == "1") print_pairs(array);
    std::vector<Row> refused;
    for (const Pairwise::Refusal& refusal : array.pairs.refusals())
      refused.push_back(refusal.row);
    const std::set<Ids> run = pairs_of(array.pairs.rows()), fails = pairs_of(refused);
    const std::vector<RowRule>& rules = array.pairs.rules();
    std::string missing;
    std::size_t count = 0;
    array.pairs.for_each_pair(
        [&](const ValuePair& pair, Pairwise::Fate fate, std::size_t by) {
          ++count;
          const bool kept =
              fate == Pairwise::Fate::run       ? run.contains(ids(pair))
              : fate == Pairwise::Fate::refused ? fails.contains(ids(pair))
              : fate == Pairwise::Fate::excluded
                  ? rules[by].kind == RowRule::Kind::excluded && !run.contains(ids(pair))
                  : false;
          if (!kept) missing += "\n  " + name_of(pair);
        });
    CAPTURE(array.focus.name, missing);
    CHECK(missing.empty());
    CHECK(count > 100);
    for (const Row& row : array.pairs.rows())
      for (const RowRule& rule : rules)
        if (rule.applies_to(row)) FAIL_CHECK(name_of(row) << " is run: " << rule.words);
  }
  for (const std::size_t rule : arrays().front().pairs.idle_rules())
    FAIL_CHECK("this rule decides nothing: " << row_rules()[rule].words);
}

TEST_CASE("a new value adds its pairs") {
  const std::vector<RowRule> rules{{RowRule::Kind::excluded, "first", {0b001, 0b001, 0b11}},
                                   {RowRule::Kind::refused, "second", {0b010, 0b110, 0b01}},
                                   {RowRule::Kind::refused, "third", {0b010, 0b110, 0b10}}};
  const auto counted = [&](std::vector<ValueSet> within) {
    const Pairwise pairs(std::move(within), rules);
    const std::set<Ids> run = pairs_of(pairs.rows());
    std::vector<std::size_t> counts(4);
    pairs.for_each_pair([&](const ValuePair& pair, Pairwise::Fate fate, std::size_t) {
      ++counts[static_cast<std::size_t>(fate)];
      CHECK(run.contains(ids(pair)) == (fate == Pairwise::Fate::run));
    });
    return counts;
  };
  using Counts = std::vector<std::size_t>;  // missing, run, refused, excluded
  CHECK(counted({0b011, 0b011, 0b11}) == Counts{0, 10, 1, 1});
  CHECK(counted({0b011, 0b111, 0b11}) == Counts{0, 13, 2, 1});
  CHECK(counted({0b111, 0b111, 0b11}) == Counts{0, 18, 2, 1});
}

TEST_CASE("all combinations are answered right") {
  Tally tally;
  const std::uint64_t rounds = 8 / every({8, 8});
  const std::size_t step = every({1, 8}) > 1 ? 8 : 1;
  for (const Array& array : arrays())
    for (std::size_t r = 0; r < array.pairs.rows().size(); r += step)
      for (std::uint64_t round = 0; round < rounds; ++round) {
        if (!is_wanted(array, r)) continue;
        const Row& row = array.pairs.rows()[r];
        CAPTURE(array.focus.name, r, round, name_of(row));
        const Played played = play(row, setup_of(row).threads, seed_of(r, round));
        tally.add(played.tally);
        INFO(lines(played.problems));
        INFO(played.refusal.value_or(""));
        CHECK(played.refusal.value_or("").empty());
        CHECK(played.problems.empty());
      }
  if (!environment("THRONG_TEST_ROW").empty()) return;
  CHECK(tally.found > 10'000 / step);
  CHECK(tally.lost > 10'000 / step);
  if (step > 1) return;  // some rows may miss what is rare
  CHECK(tally.swept > 0);
  CHECK(tally.copied > 0);
  CHECK(tally.paused > 0);
  CHECK(tally.repeated > 0);
  CHECK(tally.confirmed > 0);
  CHECK(tally.outdated > 0);
  CHECK(tally.dropped > 0);
  CHECK(tally.restored > 0);
  CHECK(tally.broken > 0);
  CHECK(tally.costlier > 0);
  CHECK(tally.may_shorten > 0);
  CHECK(tally.lines > 0);
  CHECK(tally.lines_of_games > 0);
  CHECK(tally.label_entries > 0);
  CHECK(tally.edges > 0);
}

TEST_CASE("refused combinations return their messages") {
  const Array& array = arrays().front();
  const std::size_t step = every({1, 8}) > 1 ? 8 : 1;
  for (std::size_t r = 0; r < array.pairs.refusals().size(); r += step) {
    const Pairwise::Refusal& refusal = array.pairs.refusals()[r];
    CAPTURE(name_of(refusal.row));
    const Played played = play(refusal.row, 1, seed_of(r, 0));
    CHECK(played.refusal.value_or("") == array.pairs.rules()[refusal.rule].words);
  }
}

TEST_CASE("combinations are answered equally by all numbers of threads", "[parallel]") {
  const std::size_t step = every({8, 20});
  for (const Array& array : arrays())
    for (std::size_t r = 0; r < array.pairs.rows().size(); r += step) {
      const Row& row = array.pairs.rows()[r];
      const int threads = setup_of(row).threads;
      if (threads == 1 || !is_wanted(array, r)) continue;
      CAPTURE(array.focus.name, r, name_of(row));
      const std::uint64_t seed = seed_of(r, 0);
      CHECK(play(row, threads, seed).record == play(row, 1, seed).record);
    }
}

}  // namespace throng::combinations_test
