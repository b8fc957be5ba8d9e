#include "region_cut.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <bit>

namespace throng {

void RegionCut::begin(const Lattice& lattice, std::span<const Node> region) {
  box_.enclose(lattice, region);
  least_.begin(region.size());
}

void RegionCut::find_chain(Across across, ChainSearch& search) {
  search.find(box_, across, least_, chains_[static_cast<std::size_t>(across)]);
}

std::span<const RegionBox::Local> RegionCut::chain() const noexcept {
  if (const auto across = least_.across())
    return chains_[static_cast<std::size_t>(*across)];
  return box_.nodes().subspan(box_.nodes().size() / 2, 1);
}

void RegionSorter::sort(std::span<Node> region, const RegionBox& box,
                        std::span<const Local> separator,
                        std::vector<std::uint32_t>& parts) {
  is_left_.assign(box.size(), 0);
  for (const Local at : box.nodes()) is_left_[at] = 1;
  for (const Local at : separator) is_left_[at] = 0;
  locals_.clear();
  sorted_.clear();
  for (std::size_t i = 0; i < region.size(); ++i) {
    const Local first = box.nodes()[i];
    if (is_left_[first] == 0) continue;
    is_left_[first] = 0;
    locals_.push_back(first);
    sorted_.push_back(region[i]);
    parts.push_back(add_part(box));
  }
  // The ends of the chain first, from both sides in turn.
  for (std::size_t i = 0, low = 0, high = separator.size(); low < high; ++i)
    sorted_.push_back(box.node(i % 2 == 0 ? separator[low++] : separator[--high]));
  THRONG_ASSERT(sorted_.size() == region.size());
  std::copy(sorted_.begin(), sorted_.end(), region.begin());
}

/// Appends what steps join with the last sorted node. Returns the nodes of the part.
std::uint32_t RegionSorter::add_part(const RegionBox& box) {
  const std::size_t begin = locals_.size() - 1;
  for (std::size_t i = begin; i < locals_.size(); ++i) {  // grows
    const Local from = locals_[i];
    const Node node = sorted_[i];
    for (unsigned left = box.joined()[from]; left != 0; left &= left - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(left));
      const Local to = from + box.offsets()[d];
      if (is_left_[to] == 0) continue;
      is_left_[to] = 0;
      locals_.push_back(to);
      sorted_.push_back(lattice_.neighbour(node, d));
    }
  }
  return static_cast<std::uint32_t>(locals_.size() - begin);
}

}  // namespace throng
