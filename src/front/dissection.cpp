#include "dissection.hpp"

#include "../core/progress.hpp"
#include "region_cut.hpp"

#include <cstddef>
#include <cstdint>
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

/// Regions below are dissected to the end by one thread.
constexpr std::size_t kTaskNodes = 4096;
/// Regions that need no order.
constexpr std::size_t kLeast = 3;

/// One thread's part of the work.
class Dissector {
 public:
  Dissector(const Lattice& lattice, std::span<Node> order)
      : cutter_(lattice), order_(order) {}

  /// Cuts a region, and its parts again unless they are large.
  void dissect(OrderPart region) {
    add(region, [&](std::span<Node> nodes) { cutter_.cut(nodes, parts_); });
    while (!small_.empty()) {
      const OrderPart next = small_.back();
      small_.pop_back();
      add(next, [&](std::span<Node> nodes) { cutter_.cut(nodes, parts_); });
    }
  }
  void split(OrderPart all) {
    add(all, [&](std::span<Node> nodes) { cutter_.split(nodes, parts_); });
    large_.insert(large_.end(), small_.begin(), small_.end());
    small_.clear();
  }
  /// Moves the large parts to `regions`.
  void give(std::vector<OrderPart>& regions) {
    regions.insert(regions.end(), large_.begin(), large_.end());
    large_.clear();
  }

 private:
  template <class Cut>
  void add(OrderPart region, const Cut& cut) {
    parts_.clear();
    cut(order_.subspan(region.begin, region.size()));
    std::size_t begin = region.begin;
    for (const std::uint32_t size : parts_) {
      if (size >= kLeast)
        (size < kTaskNodes ? small_ : large_).push_back({begin, begin + size});
      begin += size;
    }
  }

  RegionCutter cutter_;
  std::span<Node> order_;
  std::vector<std::uint32_t> parts_;
  std::vector<OrderPart> small_, large_;
};

}  // namespace

std::vector<Node> dissect(const Lattice& lattice, Crew& crew, const Monitor* monitor) {
  std::vector<Node> order = lattice.open_nodes();
  if (order.size() < kLeast) return order;
  std::vector<std::unique_ptr<Dissector>> threads(static_cast<std::size_t>(crew.size()));
  for (auto& thread : threads) thread = std::make_unique<Dissector>(lattice, order);
  std::vector<OrderPart> regions;
  threads[0]->split({0, order.size()});
  threads[0]->give(regions);
  while (!regions.empty() && !cancelled(monitor)) {
    crew.for_each_block(regions.size(), 1, [&](int thread, std::size_t i, std::size_t) {
      threads[static_cast<std::size_t>(thread)]->dissect(regions[i]);
    });
    regions.clear();
    for (auto& thread : threads) thread->give(regions);
  }
  return order;
}

}  // namespace throng
