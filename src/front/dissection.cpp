#include "dissection.hpp"

#include "../core/progress.hpp"
#include "region_cut.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

namespace throng {
namespace {

/// A region is a part of the order, which is sorted in place.
struct OrderPart {
  std::size_t begin, end;

  std::size_t size() const noexcept { return end - begin; }
};

/// Regions below are dissected to the end by one thread; others are cut by several.
constexpr std::size_t kTaskNodes = 2048;
/// One thread alone also cuts regions whose boxes have more nodes than so many times their
/// own, such as rings and spirals: the boxes of a round would be larger than the map, many
/// times over.
constexpr std::size_t kMostBox = 16;
/// Regions that need no order.
constexpr std::size_t kLeast = 3;

/// A region that several threads cut.
struct LargeRegion {
  explicit LargeRegion(OrderPart all) : part(all) {}

  OrderPart part;
  RegionCut cut;
  std::atomic<std::size_t> waiting{kAcross.size()};  ///< for the chains in all directions
};

/// What a round leaves to the next one.
struct UncutParts {
  std::vector<std::unique_ptr<LargeRegion>> large;
  std::vector<OrderPart> others;  ///< each for one thread

  void take(UncutParts& from) {
    std::move(from.large.begin(), from.large.end(), std::back_inserter(large));
    others.insert(others.end(), from.others.begin(), from.others.end());
    from.clear();
  }
  void clear() {
    large.clear();
    others.clear();
  }
};

/// One thread's part of the work.
class Dissector {
 public:
  Dissector(const Lattice& lattice, std::span<Node> order)
      : lattice_(lattice), order_(order), sorter_(lattice) {}

  /// Sorts all nodes into connected regions.
  void split() {
    RegionBox all;
    all.enclose(lattice_, order_);
    sort({0, order_.size()}, all, {}, found.others);
  }
  /// Looks for a chain. The thread that is done with the last one of a region cuts it.
  void find_chain(LargeRegion& region, Across across) {
    region.cut.find_chain(across, search_);
    if (region.waiting.fetch_sub(1, std::memory_order_acq_rel) == 1)
      sort(region.part, region.cut.box(), region.cut.chain(), found.others);
  }
  /// Cuts a region, and its small parts to the end.
  void dissect(OrderPart region) {
    for (small_.push_back(region); !small_.empty();) {
      const OrderPart next = small_.back();
      small_.pop_back();
      cut_.begin(lattice_, nodes(next));
      for (const Across across : kAcross) cut_.find_chain(across, search_);
      sort(next, cut_.box(), cut_.chain(), small_);
    }
  }

  UncutParts found;  ///< that the thread does not cut itself

 private:
  std::span<Node> nodes(OrderPart part) const noexcept {
    return order_.subspan(part.begin, part.size());
  }

  /// small: where small parts are added.
  void sort(OrderPart region, const RegionBox& box,
            std::span<const RegionBox::Local> separator, std::vector<OrderPart>& small) {
    parts_.clear();
    sorter_.sort(nodes(region), box, separator, parts_);
    std::size_t begin = region.begin;
    for (const std::uint32_t size : parts_) {
      if (size >= kLeast) add({begin, begin + size}, small);
      begin += size;
    }
  }
  void add(OrderPart part, std::vector<OrderPart>& small) {
    if (part.size() < kTaskNodes) return small.push_back(part);
    if (find_bounds(lattice_, nodes(part)).size() > kMostBox * part.size())
      return found.others.push_back(part);
    auto region = std::make_unique<LargeRegion>(part);
    region->cut.begin(lattice_, nodes(part));
    found.large.push_back(std::move(region));
  }

  const Lattice& lattice_;
  std::span<Node> order_;
  ChainSearch search_;
  RegionSorter sorter_;
  RegionCut cut_;                 ///< of regions that no other thread cuts
  std::vector<OrderPart> small_;  ///< to be cut by this thread
  std::vector<std::uint32_t> parts_;
};

}  // namespace

std::vector<Node> dissect(const Lattice& lattice, Crew& crew, const Monitor* monitor) {
  std::vector<Node> order = lattice.open_nodes();
  if (order.size() < kLeast) return order;
  std::vector<std::unique_ptr<Dissector>> threads(static_cast<std::size_t>(crew.size()));
  for (auto& thread : threads) thread = std::make_unique<Dissector>(lattice, order);
  UncutParts uncut;
  threads[0]->split();
  uncut.take(threads[0]->found);
  while (!(uncut.large.empty() && uncut.others.empty()) && !cancelled(monitor)) {
    // Chains first: the next round waits for them, and other regions fill the time.
    const std::size_t chains = uncut.large.size() * kAcross.size();
    crew.for_each_block(chains + uncut.others.size(), 1,
                        [&](int thread, std::size_t i, std::size_t) {
                          Dissector& dissector = *threads[static_cast<std::size_t>(thread)];
                          if (i < chains)
                            dissector.find_chain(*uncut.large[i / kAcross.size()],
                                                 kAcross[i % kAcross.size()]);
                          else
                            dissector.dissect(uncut.others[i - chains]);
                        });
    uncut.clear();
    for (auto& thread : threads) uncut.take(thread->found);
  }
  return order;
}

}  // namespace throng
