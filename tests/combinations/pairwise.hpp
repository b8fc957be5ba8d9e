#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::test::pairs {

/// A set of values of one dimension: bit v for value v.
using ValueSet = std::uint64_t;

/// A value of each dimension, by its index.
using Row = std::vector<std::size_t>;

/// Rows that are not run: those with a value of `where[d]` in each dimension d.
struct RowRule {
  enum class Kind : std::uint8_t {
    excluded,  ///< cannot be written as code, or would mean nothing
    refused,   ///< a call of the library fails
  };
  Kind kind = Kind::excluded;
  std::string words;  ///< why it is excluded, or the message of the error
  std::vector<ValueSet> where;

  bool applies_to(const Row& row) const;
};

/// Two values of different dimensions. first.dimension < second.dimension.
struct ValuePair {
  struct Value {
    std::size_t dimension, value;
  };
  Value first, second;
};

/// A covering array: the rows that together contain each pair of values which the rules
/// allow, and what becomes of the other pairs. Depends on the sizes and the rules only.
///
/// Source: D. Cohen and others, "The AETG system: an approach to testing based on
/// combinatorial design", IEEE Transactions on Software Engineering 23(7), 1997 (greedy
/// rows; here with propagation of the rules and backtracking, so a pair is given up only if
/// no row can contain it).
class Pairwise {
 public:
  /// A row that must fail with the words of a rule: the only one that applies, if possible,
  /// else the first.
  struct Refusal {
    Row row;
    std::size_t rule;
  };
  enum class Fate : std::uint8_t { missing, run, refused, excluded };

  /// within: the values of each dimension that are combined, of at most 63.
  /// rules: refusals in the order in which the library checks them.
  Pairwise(std::vector<ValueSet> within, std::vector<RowRule> rules);

  const std::vector<Row>& rows() const noexcept { return rows_; }
  const std::vector<Refusal>& refusals() const noexcept { return refusals_; }
  const std::vector<RowRule>& rules() const noexcept { return rules_; }
  /// The rules that never decide: mistakes, or left behind by a change.
  const std::vector<std::size_t>& idle_rules() const noexcept { return idle_rules_; }

  /// visit(pair, fate, by): by is the index of a row, a refusal or a rule.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::size_t a = 0; a < within_.size(); ++a)
      for (std::size_t b = a + 1; b < within_.size(); ++b)
        for (std::size_t v = 0; v < kMostValues; ++v)
          for (std::size_t w = 0; w < kMostValues; ++w) {
            if ((within_[a] >> v & within_[b] >> w & 1U) == 0) continue;
            const ValuePair pair{{a, v}, {b, w}};
            const Entry& entry = entries_[slot(pair)];
            visit(pair, entry.fate, entry.by);
          }
  }

 private:
  static constexpr std::size_t kMostValues = 63;
  using Sets = std::vector<ValueSet>;  ///< the values left in each dimension
  struct Entry {
    Fate fate = Fate::missing;
    std::size_t by = 0;
  };

  /// The rules that forbid rows: all exclusions, and the first refusals.
  struct Bans {
    std::size_t refusals;  ///< of the rules before this one
    std::size_t except;    ///< but not this rule
  };

  std::size_t slot(const ValuePair& pair) const;
  Bans all_rules() const;
  Sets all_with(const ValuePair& pair) const;
  bool propagate(Sets& left, const Bans& bans, std::size_t& last) const;
  std::optional<Row> complete(Sets left, const Bans& bans) const;
  std::optional<Row> refused_by(std::size_t rule, const Sets& left) const;
  std::size_t gain(const Sets& left, std::size_t dimension, std::size_t value) const;
  void add(Row row);
  void explain(const ValuePair& pair);

  Sets within_;
  std::vector<RowRule> rules_;
  std::vector<Row> rows_;
  std::vector<Refusal> refusals_;
  std::vector<std::size_t> idle_rules_;
  std::vector<Entry> entries_;     ///< by pair
  std::vector<std::size_t> uses_;  ///< rows with each value
};

}  // namespace throng::test::pairs
