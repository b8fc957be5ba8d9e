#include "front_tree.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace throng {
namespace {

/// A front takes in the next rank of a chain if its boundary grows by at most this share.
constexpr std::size_t kSlackPercent = 15;

Failure too_large() { return fail(Code::unsupported, "the map is too large for fronts"); }

Failure over_limit() { return fail(Code::over_limit, "too many entries"); }

/// Finds the fronts of a subtree, or of all ranks, from the lowest rank up.
///
/// A rank is joined with what its children are joined with, and with its neighbours. Most
/// ranks have one child, and no neighbour that the child is not joined with: then nothing
/// changes but that the rank leaves the boundary. So boundaries are sorted the highest
/// first: the rank is the last one.
class FrontFinder {
 public:
  /// children: of each rank. front_of: out, for the ranks of the subtree. begin: its first
  /// rank. Keeps references.
  FrontFinder(const Lattice& lattice, const Elimination& elimination,
              std::span<const std::uint32_t> children, std::span<FrontId> front_of,
              Rank begin)
      : lattice_(lattice),
        elimination_(elimination),
        children_(children),
        front_of_(front_of),
        begin_(begin),
        next_(begin) {}

  /// Goes on to the end of a subtree, or of all ranks. Errors: those of FrontTree::make.
  Outcome find(Rank end, std::size_t most_entries) {
    for (; next_ < end; ++next_) {
      find_new(next_);
      if (next_ == begin_ || !joins_front(next_)) {
        close();
        open(next_);
      }
      front_of_[next_] = static_cast<FrontId>(found_.fronts.size());
      find_boundary(next_);
      if (found_.entries > most_entries) return over_limit();
      if (boundary_.size() > FrontTree::kMostColumns) return too_large();
    }
    return ok();
  }

  /// Goes on with what another one found in a subtree of more than FrontTree::kLeaf ranks,
  /// which begins with the next rank.
  void take(FrontFinder& subtree) {
    close();
    wait_for_parent();
    for (Rank rank = next_; rank < subtree.next_; ++rank)
      front_of_[rank] += static_cast<FrontId>(found_.fronts.size());
    for (Front& front : subtree.found_.fronts) {
      front.bounds += found_.bounds.size();
      front.entries += found_.entries;
    }
    const auto append = [](const auto& more, auto& to) {
      to.insert(to.end(), more.begin(), more.end());
    };
    append(subtree.found_.fronts, found_.fronts);
    append(subtree.found_.bounds, found_.bounds);
    found_.entries += subtree.found_.entries;
    found_.most_columns = std::max(found_.most_columns, subtree.found_.most_columns);
    front_ = subtree.front_;
    leaf_end_ = subtree.leaf_end_;
    boundary_ = std::move(subtree.boundary_);
    next_ = subtree.next_;
  }

  /// Ends the last front. Fronts, boundaries, the number of entries and the most columns
  /// are known.
  FrontTree finish() {
    close();
    return std::move(found_);
  }

 private:
  /// In a postorder, the last child of a rank is the rank before.
  bool is_leaf(Rank rank) const noexcept { return children_[rank] == 0; }

  /// The higher ranks that steps join with a rank, but not with its last child.
  void find_new(Rank rank) {
    new_.clear();
    elimination_.for_each_higher(lattice_, rank, [&](Rank to) {
      if (is_leaf(rank) ||
          !std::binary_search(boundary_.begin(), boundary_.end(), to, std::greater<>()))
        new_.push_back(to);
    });
    std::sort(new_.begin(), new_.end(), std::greater<>());
  }

  /// Makes the boundary that of a rank. Pre: it is that of the rank before.
  void find_boundary(Rank rank) {
    if (is_leaf(rank)) {
      wait_for_parent();
    } else {
      boundary_.pop_back();
      for (std::uint32_t child = 1; child < children_[rank]; ++child)
        add_to_boundary(waiting_[--used_]);
    }
    add_to_boundary(new_);
  }

  /// Keeps the boundary of the rank before for its parent, and begins an empty one.
  void wait_for_parent() {
    if (boundary_.empty()) return;
    if (used_ == waiting_.size()) waiting_.emplace_back();
    waiting_[used_].assign(boundary_.begin(), boundary_.end() - 1);
    ++used_;
    boundary_.clear();
  }

  void add_to_boundary(const std::vector<Rank>& more) {
    if (more.empty()) return;
    merged_.clear();
    std::set_union(more.begin(), more.end(), boundary_.begin(), boundary_.end(),
                   std::back_inserter(merged_), std::greater<>());
    std::swap(merged_, boundary_);
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

  /// Whether a rank belongs to the front of the rank before.
  bool joins_front(Rank rank) const {
    if (rank <= leaf_end_) return true;
    return children_[rank] == 1 && new_.size() * 100 <= kSlackPercent * boundary_.size();
  }

  /// Ends the front that is open, if there is one, before the next rank.
  void close() {
    if (next_ == begin_) return;
    front_.own = next_ - front_.first;
    front_.boundary = static_cast<std::uint32_t>(boundary_.size());
    front_.bounds = found_.bounds.size();
    front_.entries = found_.entries;
    found_.entries += front_.entry_count();
    found_.bounds.insert(found_.bounds.end(), boundary_.rbegin(), boundary_.rend());
    found_.most_columns = std::max(found_.most_columns, front_.columns());
    found_.fronts.push_back(front_);
  }

  const Lattice& lattice_;
  const Elimination& elimination_;
  std::span<const std::uint32_t> children_;
  std::span<FrontId> front_of_;
  Rank begin_, next_;
  FrontTree found_;
  Front front_;                 ///< the one that is open
  Rank leaf_end_ = 0;           ///< the last rank of the subtree that it begins with
  std::vector<Rank> boundary_;  ///< of the rank before, the highest first
  std::vector<Rank> new_, merged_;
  /// By child whose parent follows, a stack: what the child is joined with besides it.
  std::vector<std::vector<Rank>> waiting_;
  std::size_t used_ = 0;  ///< of `waiting_`
};

// Subtrees in which one thread finds the fronts have so many ranks.
constexpr std::uint32_t kLeastTask = 256, kMostTask = 4096;
static_assert(kLeastTask > FrontTree::kLeaf);

/// The roots of the largest of these subtrees, rising.
std::vector<Rank> find_task_roots(const Elimination& elimination) {
  std::vector<Rank> roots;
  for (auto end = static_cast<Rank>(elimination.order.size()); end > 0;) {
    const std::uint32_t ranks = elimination.subtree[end - 1];
    if (ranks >= kLeastTask && ranks <= kMostTask) roots.push_back(end - 1);
    end -= ranks <= kMostTask ? ranks : 1;
  }
  std::reverse(roots.begin(), roots.end());
  return roots;
}

/// All but the slots and places.
Result<FrontTree> find_fronts(const Lattice& lattice, const Elimination& elimination,
                              std::size_t most_entries, Crew& crew) {
  const auto count = static_cast<Rank>(elimination.order.size());
  std::vector<std::uint32_t> children(count, 0);
  for (const Rank parent : elimination.parent)
    if (parent != kNoRank) ++children[parent];
  std::vector<FrontId> front_of(count);
  const std::vector<Rank> roots = find_task_roots(elimination);
  std::vector<FrontFinder> subtrees;
  for (const Rank root : roots)
    subtrees.emplace_back(lattice, elimination, children, front_of,
                          root + 1 - elimination.subtree[root]);
  std::vector<Outcome> found(roots.size(), ok());
  crew.for_each_block(roots.size(), 1, [&](int, std::size_t i, std::size_t) {
    found[i] = subtrees[i].find(roots[i] + 1, most_entries);
  });
  FrontFinder all(lattice, elimination, children, front_of, 0);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const Rank begin = roots[i] + 1 - elimination.subtree[roots[i]];
    if (const Outcome good = all.find(begin, most_entries); !good) return good.failure();
    if (!found[i]) return found[i].failure();
    all.take(subtrees[i]);
  }
  if (const Outcome good = all.find(count, most_entries); !good) return good.failure();
  FrontTree tree = all.finish();
  if (tree.entries > most_entries) return over_limit();
  tree.front_of = std::move(front_of);
  return tree;
}

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
                                  std::size_t most_entries, Crew& crew) {
  Result<FrontTree> tree = find_fronts(lattice, elimination, most_entries, crew);
  if (!tree) return tree;
  tree->fronts.shrink_to_fit();
  tree->bounds.shrink_to_fit();
  if (const Outcome fits = connect(*tree); !fits) return fits.failure();
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
