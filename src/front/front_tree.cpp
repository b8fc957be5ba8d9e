#include "front_tree.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace throng {
namespace {

/// A front takes in the next rank of a chain if its boundary grows by at most this share.
constexpr std::size_t kSlackPercent = 15;

Failure too_large() { return fail(Code::unsupported, "the map is too large for fronts"); }

/// Finds the fronts from the lowest rank up. The higher ranks that a rank is joined with
/// are kept until its parent has taken them over.
class FrontFinder {
 public:
  FrontFinder(const Lattice& lattice, const Elimination& elimination, FrontTree& tree)
      : lattice_(lattice),
        elimination_(elimination),
        tree_(tree),
        handed_(elimination.order.size()),
        children_(elimination.order.size(), 0) {
    for (const Rank parent : elimination.parent)
      if (parent != kNoRank) ++children_[parent];
  }

  Outcome find(std::size_t most_entries) {
    const auto count = static_cast<Rank>(handed_.size());
    tree_.front_of.resize(count);
    for (Rank rank = 0; rank < count; ++rank) {
      std::vector<Rank> higher = find_higher(rank);
      hand_to_parent(higher);
      if (rank == 0 || !joins_front(rank, higher.size())) {
        if (rank > 0) close();
        open(rank);
      }
      tree_.front_of[rank] = static_cast<FrontId>(tree_.fronts.size());
      boundary_ = std::move(higher);
      last_ = rank;
      if (tree_.entries > most_entries) return fail(Code::over_limit, "too many entries");
      if (boundary_.size() + front_.own > FrontTree::kMostColumns) return too_large();
    }
    if (count > 0) close();
    return tree_.entries > most_entries
               ? Outcome(fail(Code::over_limit, "too many entries"))
               : ok();
  }

 private:
  std::vector<Rank> find_higher(Rank rank) {
    own_.clear();
    elimination_.for_each_higher(lattice_, rank, [&](Rank to) { own_.push_back(to); });
    std::sort(own_.begin(), own_.end());
    const std::vector<Rank> handed = std::move(handed_[rank]);
    std::vector<Rank> higher;
    higher.reserve(own_.size() + handed.size());
    std::set_union(own_.begin(), own_.end(), handed.begin(), handed.end(),
                   std::back_inserter(higher));
    return higher;
  }

  void hand_to_parent(const std::vector<Rank>& higher) {
    if (higher.empty()) return;
    std::vector<Rank>& theirs = handed_[higher[0]];
    merged_.clear();
    std::set_union(higher.begin() + 1, higher.end(), theirs.begin(), theirs.end(),
                   std::back_inserter(merged_));
    theirs.assign(merged_.begin(), merged_.end());
  }

  void open(Rank rank) {
    front_ = {.first = rank};
    leaf_end_ = rank;
    const auto fits = [&](Rank root) {
      return root != kNoRank && elimination_.subtree[root] <= FrontTree::kLeaf &&
             root + 1 - elimination_.subtree[root] == rank;
    };
    while (fits(elimination_.parent[leaf_end_])) leaf_end_ = elimination_.parent[leaf_end_];
  }

  /// Whether a rank, with that many higher ones, belongs to the front of the one before.
  bool joins_front(Rank rank, std::size_t higher) const {
    if (rank <= leaf_end_) return true;
    return elimination_.parent[last_] == rank && children_[rank] == 1 &&
           (higher + 1 - boundary_.size()) * 100 <= kSlackPercent * boundary_.size();
  }

  void close() {
    front_.own = last_ + 1 - front_.first;
    front_.boundary = static_cast<std::uint32_t>(boundary_.size());
    front_.bounds = tree_.bounds.size();
    front_.entries = tree_.entries;
    tree_.entries += front_.entry_count();
    tree_.bounds.insert(tree_.bounds.end(), boundary_.begin(), boundary_.end());
    tree_.most_columns = std::max(tree_.most_columns, front_.columns());
    tree_.fronts.push_back(front_);
  }

  const Lattice& lattice_;
  const Elimination& elimination_;
  FrontTree& tree_;
  std::vector<std::vector<Rank>> handed_;  ///< by rank: what its children are joined with
  std::vector<std::uint32_t> children_;
  std::vector<Rank> own_, merged_;
  Front front_;        ///< the one that is open
  Rank leaf_end_ = 0;  ///< the last rank of the subtree that it begins with
  Rank last_ = 0;
  std::vector<Rank> boundary_;  ///< if it ended with last_
};

Failure no_tree() {
  return fail(Code::bad_format, "the fronts are not those of an order of elimination");
}

/// Finds the slots and places of the boundary of a front. False: its parent lacks a rank.
/// Pre: the parent's are found; both boundaries rise.
bool connect_boundary(const Front& front, const Front& parent, FrontTree& tree) {
  const std::size_t end = parent.bounds + parent.boundary;
  std::size_t above = parent.bounds;
  for (std::size_t i = front.bounds; i < front.bounds + front.boundary; ++i) {
    const Rank rank = tree.bounds[i];
    std::size_t place = rank - parent.first;
    std::size_t slot = parent.slot + place;
    if (rank >= parent.end()) {
      while (above < end && tree.bounds[above] < rank) ++above;
      if (above == end || tree.bounds[above] != rank) return false;
      place = parent.own + above - parent.bounds;
      slot = tree.bound_slots[above];
    }
    tree.bound_slots[i] = static_cast<std::uint16_t>(slot);
    tree.bound_places[i] = static_cast<std::uint16_t>(place);
  }
  return true;
}

/// Numbers slots from the roots down, and finds the places of boundaries.
Outcome connect(FrontTree& tree) {
  std::vector<std::size_t> on_way(tree.fronts.size(), 0), way(tree.fronts.size(), 0);
  std::size_t ranks = 0, ways = 0;
  tree.bound_slots.resize(tree.bounds.size());
  tree.bound_places.resize(tree.bounds.size());
  for (std::size_t id = tree.fronts.size(); id-- > 0;) {
    Front& front = tree.fronts[id];
    on_way[id] = front.columns();
    way[id] = front.entry_count();
    if (front.boundary > 0) {
      front.parent = tree.front_of[tree.bounds[front.bounds]];
      const Front& parent = tree.fronts[front.parent];
      front.slot = parent.slot + parent.own;
      on_way[id] += on_way[front.parent];
      way[id] += way[front.parent];
      if (!connect_boundary(front, parent, tree)) return no_tree();
    }
    if (front.slot + front.own > 0xFFFF) return too_large();
    tree.most_on_way = std::max(tree.most_on_way, on_way[id]);
    ranks += front.own;
    ways += front.own * way[id];
  }
  tree.mean_way = ways / std::max<std::size_t>(ranks, 1);
  return ok();
}

/// Whether the boundary of a front rises, above its own ranks and below `ranks`.
bool boundary_rises(const FrontTree& tree, const Front& front, std::size_t ranks) {
  std::uint64_t least = front.end();
  for (const Rank rank : tree.boundary(front)) {
    if (rank < least || rank >= ranks) return false;
    least = std::uint64_t{rank} + 1;
  }
  return true;
}

}  // namespace

std::uint32_t FrontTree::column(const Front& front, Rank rank) const noexcept {
  if (rank < front.end()) return rank - front.first;
  const std::span<const Rank> ranks = boundary(front);
  const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank);
  return front.own + static_cast<std::uint32_t>(at - ranks.begin());
}

std::uint32_t FrontTree::common_ancestors(Rank a, Rank b) const noexcept {
  const FrontId id = common_front(front_of[a], front_of[b]);
  if (id == kNoFront) return 0;
  const Front& front = fronts[id];
  const Rank least = front.first;  // an ancestor of what lies below
  return front.depth(
             std::max({least, a < front.end() ? a : least, b < front.end() ? b : least})) +
         1;
}

Result<FrontTree> FrontTree::make(const Lattice& lattice, const Elimination& elimination,
                                  std::size_t most_entries) {
  FrontTree tree;
  FrontFinder finder(lattice, elimination, tree);
  if (const Outcome found = finder.find(most_entries); !found) return found.failure();
  tree.fronts.shrink_to_fit();
  tree.bounds.shrink_to_fit();
  if (const Outcome fits = connect(tree); !fits) return fits.failure();
  return tree;
}

Result<FrontTree> FrontTree::restore(std::span<const FrontSize> sizes,
                                     std::span<const Rank> bounds) {
  FrontTree tree;
  tree.bounds.assign(bounds.begin(), bounds.end());
  tree.fronts.reserve(sizes.size());
  std::uint64_t ranks = 0, next = 0;
  for (const auto [own, boundary] : sizes) {
    const std::uint64_t columns = std::uint64_t{own} + boundary;
    if (own == 0 || columns > kMostColumns || boundary > bounds.size() - next ||
        ranks + own > kNoRank)
      return no_tree();
    const Front front{.first = static_cast<Rank>(ranks),
                      .own = own,
                      .boundary = boundary,
                      .bounds = next,
                      .entries = tree.entries};
    ranks += own;
    next += boundary;
    tree.entries += front.entry_count();
    tree.most_columns = std::max(tree.most_columns, front.columns());
    tree.fronts.push_back(front);
  }
  if (next != bounds.size()) return no_tree();
  tree.front_of.reserve(ranks);
  for (FrontId id = 0; id < tree.fronts.size(); ++id) {
    if (!boundary_rises(tree, tree.fronts[id], ranks)) return no_tree();
    tree.front_of.insert(tree.front_of.end(), tree.fronts[id].own, id);
  }
  if (const Outcome fits = connect(tree); !fits) return fits.failure();
  return tree;
}

}  // namespace throng
