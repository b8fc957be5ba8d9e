#include "replay_ground.hpp"

namespace throng {

std::vector<std::uint32_t> ReplayGround::regions() const {
  std::vector<Link> both_ways = links_;
  for (const Link& link : links_) both_ways.push_back({link.to, link.from, link.weight});
  std::ranges::sort(both_ways, {}, &Link::from);
  std::vector<std::uint32_t> regions(cells(), kNoRegion);
  std::uint32_t region = kNoRegion;
  for (Position p; p.y < terrain_.height; ++p.y)
    for (p.x = 0; p.x < terrain_.width; ++p.x)
      if (open(p) && regions[slot(p)] == kNoRegion)
        flood(p, ++region, regions, both_ways,
              [&](Position a, Position b) { return shape_fault(a, b).empty(); });
  return regions;
}

bool ReplayGround::leads(Position from, Position to) const {
  std::vector<std::uint32_t> reached(cells(), kNoRegion);
  flood(from, 1, reached, links_,
        [&](Position a, Position b) { return step_fault(a, b).empty(); });
  return reached[slot(to)] != kNoRegion;
}

}  // namespace throng
