#pragma once

#include "../core/workers.hpp"
#include "round.hpp"

#include <throng/frame_scheduler.hpp>

namespace throng {

/// Serves one frame: spends `work` on the backlog, in rounds. The slices of a round
/// together do not exceed the remaining work. Work that they leave goes to the next round.
FrameReport serve_frame(Schedule& schedule, Round& round, FrameBudget work,
                        Workers::Impl& own);

}  // namespace throng
