#pragma once

#include "../core/workers.hpp"
#include "../sweep/sweep_team.hpp"

#include <throng/monitor.hpp>

#include <vector>

namespace throng {

/// The threads of Workers as a team for sweeps. scratch: receives the scratch of each
/// thread; the team refers to it.
inline SweepTeam make_team(Workers::Impl& workers, std::vector<SweepScratch*>& scratch,
                           Monitor* monitor) {
  for (Scratch& one : workers.scratch) scratch.push_back(&one.of<SweepScratch>());
  return {workers.crew, scratch, monitor};
}

}  // namespace throng
