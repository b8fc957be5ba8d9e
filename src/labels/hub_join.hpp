#pragma once

#include "hub_views.hpp"

#include <throng/query.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// The cheapest way over a common hub of two labels; among equally cheap ones, the hub of
/// highest rank.
struct HubMeeting {
  Cost cost = kUnreachable;  ///< kUnreachable: no common hub
  std::uint32_t hub = 0;
};

/// The label of a view, and the distance to each subgoal that the view sees.
struct ViewLabel {
  std::span<const HubBlock> blocks;
  const Cost* away;
  HubBlock* room;  ///< working memory for as many blocks
};

/// Joins the labels of two views. Compares eight entries of one with eight of the other at
/// a time, in vector registers where the processor has wide ones (AVX2). The
/// result is the same on every processor. Cost: linear in the blocks of both.
HubMeeting join_labels(const ViewLabel& start, const ViewLabel& goal) noexcept;

/// An implementation of join_labels().
using LabelJoin = HubMeeting (*)(const ViewLabel&, const ViewLabel&) noexcept;

/// The implementations that this processor can run, the fastest last: join_labels() calls
/// the last one. All return the same result.
std::span<const LabelJoin> label_joins() noexcept;

}  // namespace throng
