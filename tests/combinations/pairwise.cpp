#include "pairwise.hpp"

#include <bit>
#include <utility>

namespace throng::test::pairs {
namespace {

constexpr ValueSet only(std::size_t value) { return ValueSet{1} << value; }
constexpr std::size_t kNoRule = ~std::size_t{0};

}  // namespace

bool RowRule::applies_to(const Row& row) const {
  for (std::size_t d = 0; d < row.size(); ++d)
    if ((where[d] & only(row[d])) == 0) return false;
  return true;
}

Pairwise::Pairwise(std::vector<ValueSet> within, std::vector<RowRule> rules)
    : within_(std::move(within)), rules_(std::move(rules)) {
  const std::size_t values = within_.size() * kMostValues;
  entries_.resize(values * values);
  uses_.resize(values);
  std::vector<ValuePair> left;
  for_each_pair([&](const ValuePair& pair, Fate, std::size_t) {
    if (entries_[slot(pair)].fate == Fate::run) return;
    std::optional<Row> row = complete(all_with(pair), all_rules());
    if (row)
      add(*std::move(row));
    else
      left.push_back(pair);
  });
  for (const ValuePair& pair : left) explain(pair);
  // Rules about three values and more may have decided no pair.
  std::vector<bool> used(rules_.size());
  for (const Refusal& refusal : refusals_) used[refusal.rule] = true;
  for (const Entry& entry : entries_)
    if (entry.fate == Fate::excluded) used[entry.by] = true;
  for (std::size_t k = 0; k < rules_.size(); ++k) {
    if (used[k]) continue;
    std::optional<Row> row;
    if (rules_[k].kind == RowRule::Kind::refused) row = refused_by(k, within_);
    if (row)
      refusals_.push_back({*std::move(row), k});
    else
      idle_rules_.push_back(k);
  }
}

std::size_t Pairwise::slot(const ValuePair& pair) const {
  const auto place = [](const ValuePair::Value& of) {
    return of.dimension * kMostValues + of.value;
  };
  return place(pair.first) * within_.size() * kMostValues + place(pair.second);
}

Pairwise::Bans Pairwise::all_rules() const { return {rules_.size(), kNoRule}; }

Pairwise::Sets Pairwise::all_with(const ValuePair& pair) const {
  Sets left = within_;
  for (const ValuePair::Value& of : {pair.first, pair.second})
    left[of.dimension] = only(of.value);
  return left;
}

/// Removes the values that a rule forbids. Returns whether a row may be left.
/// last: the last rule that removed something.
bool Pairwise::propagate(Sets& left, const Bans& bans, std::size_t& last) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < rules_.size(); ++k) {
      const bool refusal = rules_[k].kind == RowRule::Kind::refused;
      if (k == bans.except || (refusal && k >= bans.refusals)) continue;
      const std::vector<ValueSet>& where = rules_[k].where;
      std::size_t escapes = 0, dimension = 0;
      for (std::size_t d = 0; d < left.size(); ++d)
        if ((left[d] & ~where[d]) != 0) {
          ++escapes;
          dimension = d;
        }
      if (escapes > 1 || (escapes == 1 && (left[dimension] & where[dimension]) == 0))
        continue;
      last = k;
      if (escapes == 0) return false;
      left[dimension] &= ~where[dimension];
      changed = true;
    }
  }
  return true;
}

/// How many pairs that no row has yet a value adds to the values that are chosen.
std::size_t Pairwise::gain(const Sets& left, std::size_t dimension,
                           std::size_t value) const {
  std::size_t count = 0;
  for (std::size_t d = 0; d < left.size(); ++d) {
    if (d == dimension || !std::has_single_bit(left[d])) continue;
    ValuePair pair{{dimension, value},
                   {d, static_cast<std::size_t>(std::countr_zero(left[d]))}};
    if (d < dimension) std::swap(pair.first, pair.second);
    if (entries_[slot(pair)].fate == Fate::missing) ++count;
  }
  return count;
}

/// A row of the values left that no rule forbids.
std::optional<Row> Pairwise::complete(Sets left, const Bans& bans) const {
  for (;;) {
    std::size_t last = kNoRule;
    if (!propagate(left, bans, last)) return std::nullopt;
    ValuePair::Value best{};
    std::size_t best_gain = 0, best_uses = 0;
    bool any = false;
    for (std::size_t d = 0; d < left.size(); ++d) {
      if (std::has_single_bit(left[d])) continue;
      for (std::size_t v = 0; v < kMostValues; ++v) {
        if ((left[d] & only(v)) == 0) continue;
        const std::size_t more = gain(left, d, v), uses = uses_[d * kMostValues + v];
        if (any && (more < best_gain || (more == best_gain && uses >= best_uses))) continue;
        any = true;
        best = {d, v};
        best_gain = more;
        best_uses = uses;
      }
    }
    if (!any) break;
    Sets chosen = left;
    chosen[best.dimension] = only(best.value);
    if (std::optional<Row> row = complete(std::move(chosen), bans)) return row;
    left[best.dimension] &= ~only(best.value);
  }
  Row row;
  for (const ValueSet set : left)
    row.push_back(static_cast<std::size_t>(std::countr_zero(set)));
  return row;
}

void Pairwise::add(Row row) {
  for (std::size_t a = 0; a < row.size(); ++a) {
    ++uses_[a * kMostValues + row[a]];
    for (std::size_t b = a + 1; b < row.size(); ++b) {
      Entry& entry = entries_[slot({{a, row[a]}, {b, row[b]}})];
      if (entry.fate == Fate::missing) entry = {Fate::run, rows_.size()};
    }
  }
  rows_.push_back(std::move(row));
}

/// A row of the values left that a refusal rule decides.
std::optional<Row> Pairwise::refused_by(std::size_t rule, const Sets& left) const {
  Sets within = left;
  for (std::size_t d = 0; d < within.size(); ++d)
    if ((within[d] &= rules_[rule].where[d]) == 0) return std::nullopt;
  if (std::optional<Row> row = complete(within, {rules_.size(), rule})) return row;
  return complete(std::move(within), {rule, kNoRule});
}

/// Finds why no row has a pair.
void Pairwise::explain(const ValuePair& pair) {
  Entry& entry = entries_[slot(pair)];
  for (std::size_t k = 0; k < rules_.size(); ++k) {
    if (rules_[k].kind != RowRule::Kind::refused) continue;
    std::optional<Row> row = refused_by(k, all_with(pair));
    if (!row) continue;
    entry = {Fate::refused, refusals_.size()};
    refusals_.push_back({*std::move(row), k});
    return;
  }
  Sets left = all_with(pair);
  std::size_t last = kNoRule;
  if (!propagate(left, {0, kNoRule}, last)) entry = {Fate::excluded, last};
}

}  // namespace throng::test::pairs
