#include "contraction.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNotNow = 0xFFFF'FFFF;
constexpr std::size_t kSearchesPerBlock = 8;  // each takes some microseconds
constexpr std::size_t kChecksPerBlock = 1024;
constexpr std::size_t kPickedPerShare = 32;

// Nodes that a search for witnesses settles: with more of them there are few shortcuts
// less, with fewer the build is faster.
constexpr std::size_t kMostSettled = 40;
constexpr std::size_t kMostSettledToRate = 12;

/// A random order of equal priorities, so that neighbours do not come one by one.
std::uint32_t mixed(std::uint32_t x) noexcept {
  x = (x ^ x >> 16) * 0x7FEB'352D;
  x = (x ^ x >> 15) * 0x846C'A68B;
  return x ^ x >> 16;
}

std::uint16_t sum_of_hops(const RemainingArc& a, const RemainingArc& b) noexcept {
  return static_cast<std::uint16_t>(
      std::min<unsigned>(RemainingArc::kMostHops, a.hops + unsigned{b.hops}));
}

}  // namespace

Contraction::Contraction(RemainingGraph& graph, Crew& crew, const ContractionLimits& limits)
    : graph_(graph),
      crew_(crew),
      limits_(limits),
      is_picked_(graph.size(), 0),
      left_(graph.size()),
      levels_(graph.size(), 0),
      priorities_(graph.size(), 0),
      is_changed_(graph.size(), 0) {
  std::iota(left_.begin(), left_.end(), 0U);
  for (int thread = 0; thread < crew.size(); ++thread)
    searches_.emplace_back(graph, is_picked_);
}

Result<Contracted> Contraction::run(const Progress& progress) {
  Contracted done;
  done.order.reserve(graph_.size());
  done.arcs.resize(graph_.size());
  std::size_t taken = 0;
  const auto goes_on = [&] {
    return left_.size() > limits_.core &&
           graph_.arc_count() <= limits_.degree * left_.size();
  };
  for (update_priorities(left_); goes_on(); update_priorities(changed_)) {
    if (progress.cancelled()) return fail(Code::cancelled, "");
    pick();
    if (picked_.empty()) break;
    find_shortcuts();
    apply(done);
    for (const std::uint32_t node : picked_) taken += done.arcs[node].size();
    if (taken + graph_.arc_count() / 2 > limits_.arcs) break;
    progress(picked_.size());
  }
  if (taken + graph_.arc_count() > limits_.arcs) return fail(Code::over_limit, "");
  progress(left_.size());
  return done;
}

void Contraction::update_priorities(const std::vector<std::uint32_t>& nodes) {
  crew_.for_each_block(
      nodes.size(), kSearchesPerBlock, [&](int thread, std::size_t begin, std::size_t end) {
        WitnessSearch& search = searches_[static_cast<std::size_t>(thread)];
        for (std::size_t i = begin; i < end; ++i)
          priorities_[nodes[i]] = priority(nodes[i], search);
      });
}

std::uint32_t Contraction::priority(std::uint32_t node, WitnessSearch& search) const {
  const RemainingGraph::Arcs& arcs = graph_.arcs(node);
  if (arcs.empty()) return 0;
  if (arcs.size() > limits_.node_arcs) return kNotNow;
  std::uint32_t removed = 0, added = 0, shortcuts = 0;
  for (const RemainingArc& arc : arcs) removed += arc.hops;
  search.run(node, kMostSettledToRate, [&](const RemainingArc& a, const RemainingArc& b) {
    ++shortcuts;
    added += sum_of_hops(a, b);
  });
  constexpr std::uint64_t kScale = 1000;
  return static_cast<std::uint32_t>(kScale * levels_[node] +
                                    2 * kScale * shortcuts / arcs.size() +
                                    kScale * added / removed);
}

bool Contraction::precedes(std::uint32_t a, std::uint32_t b) const noexcept {
  if (priorities_[a] != priorities_[b]) return priorities_[a] < priorities_[b];
  return mixed(a) < mixed(b);  // a permutation: never equal
}

/// That of the last node of the part from which a round takes nodes.
std::uint32_t Contraction::low_priority() {
  if (limits_.low_part == 1) return kNotNow;
  sorted_.clear();
  for (const std::uint32_t node : left_) sorted_.push_back(priorities_[node]);
  const auto last =
      sorted_.begin() + static_cast<std::ptrdiff_t>((left_.size() - 1) / limits_.low_part);
  std::nth_element(sorted_.begin(), last, sorted_.end());
  return *last;
}

void Contraction::pick() {
  const std::uint32_t low = low_priority();
  const auto comes_first = [&](std::uint32_t node) {
    return priorities_[node] <= low && priorities_[node] != kNotNow &&
           std::ranges::none_of(graph_.arcs(node), [&](const RemainingArc& arc) {
             return precedes(arc.to, node);
           });
  };
  found_.resize(left_.size());
  kept_.resize((left_.size() + kChecksPerBlock - 1) / kChecksPerBlock);
  crew_.for_each_block(left_.size(), kChecksPerBlock,
                       [&](int, std::size_t begin, std::size_t end) {
                         std::size_t kept = begin, found = begin;
                         for (std::size_t i = begin; i < end; ++i) {
                           const std::uint32_t node = left_[i];
                           is_picked_[node] = comes_first(node) ? 1 : 0;
                           (is_picked_[node] != 0 ? found_[found++] : left_[kept++]) = node;
                         }
                         kept_[begin / kChecksPerBlock] = kept - begin;
                       });
  join_blocks();
}

/// Moves the nodes that blocks kept together, and lists those that they picked.
void Contraction::join_blocks() {
  picked_.clear();
  auto kept = left_.begin();
  for (std::size_t block = 0; block < kept_.size(); ++block) {
    const std::size_t begin = block * kChecksPerBlock;
    const std::size_t size = std::min(kChecksPerBlock, left_.size() - begin);
    picked_.insert(picked_.end(), &found_[begin], &found_[begin] + size - kept_[block]);
    const auto from = left_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto count = static_cast<std::ptrdiff_t>(kept_[block]);
    kept = kept == from ? from + count : std::copy_n(from, count, kept);
  }
  left_.erase(kept, left_.end());
}

void Contraction::find_shortcuts() {
  shortcuts_.resize((picked_.size() + kSearchesPerBlock - 1) / kSearchesPerBlock);
  crew_.for_each_block(
      picked_.size(), kSearchesPerBlock,
      [&](int thread, std::size_t begin, std::size_t end) {
        WitnessSearch& search = searches_[static_cast<std::size_t>(thread)];
        std::vector<Shortcut>& found = shortcuts_[begin / kSearchesPerBlock];
        found.clear();
        for (std::size_t i = begin; i < end; ++i)
          search.run(picked_[i], kMostSettled,
                     [&](const RemainingArc& a, const RemainingArc& b) {
                       found.push_back({a.to,
                                        {.to = b.to,
                                         .cost = a.cost + b.cost,
                                         .middle = picked_[i],
                                         .hops = sum_of_hops(a, b),
                                         .out = a.out_of_to,
                                         .out_of_to = b.out_of_to}});
                     });
      });
}

void Contraction::apply(Contracted& to) {
  for (const std::uint32_t node : picked_) {
    to.arcs[node] = graph_.take(node);
    to.order.push_back(node);
    is_picked_[node] = 0;
  }
  // Each thread looks through all changes, and makes those of its nodes, in their order.
  shares_.resize(std::clamp<std::size_t>(picked_.size() / kPickedPerShare, 1,
                                         static_cast<std::size_t>(crew_.size())));
  crew_.for_each_block(shares_.size(), 1, [&](int, std::size_t i, std::size_t) {
    const auto end_of = [&](std::size_t share) {
      return static_cast<std::uint32_t>(graph_.size() * share / shares_.size());
    };
    shares_[i].begin = end_of(i);
    shares_[i].end = end_of(i + 1);
    apply(to, shares_[i]);
  });
  changed_.clear();
  for (const Share& share : shares_) {
    graph_.count(share.added);
    changed_.insert(changed_.end(), share.changed.begin(), share.changed.end());
  }
}

/// Changes the neighbours of the contracted nodes that the share has.
void Contraction::apply(const Contracted& to, Share& share) {
  share.changed.clear();
  share.added = 0;
  for (const std::uint32_t node : picked_)
    for (const RemainingArc& arc : to.arcs[node])
      if (share.has(arc.to)) forget(arc.to, node, share);
  for (const std::vector<Shortcut>& block : shortcuts_)
    for (const auto& [from, arc] : block) {
      if (share.has(from) && graph_.add(from, arc)) ++share.added;
      if (share.has(arc.to) && graph_.add(arc.to, arc.turned(from))) ++share.added;
    }
  for (const std::uint32_t node : share.changed) is_changed_[node] = 0;
}

void Contraction::forget(std::uint32_t node, std::uint32_t taken, Share& share) {
  graph_.forget(node, taken);
  levels_[node] = std::max(levels_[node], levels_[taken] + 1);
  if (is_changed_[node] == 0) share.changed.push_back(node);
  is_changed_[node] = 1;
}

}  // namespace throng
