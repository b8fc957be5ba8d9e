#pragma once

#include "../core/workers.hpp"
#include "schedule.hpp"

#include <throng/frame_scheduler.hpp>

namespace throng {

/// Serves one frame: spends `work` on the backlog, in rounds. A round hands out slices that
/// together are no more than what is left; what they leave goes to the next round.
FrameReport serve_frame(Schedule& schedule, FrameBudget work, Workers::Impl& own);

}  // namespace throng
