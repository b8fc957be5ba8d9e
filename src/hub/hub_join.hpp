#pragma once

#include "hub_views.hpp"

#include <throng/query.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// The cheapest way over a hub that two labels have in common; of several as cheap the one
/// of highest rank.
struct HubMeeting {
  Cost cost = kUnreachable;  ///< kUnreachable: none in common
  std::uint32_t hub = 0;
};

/// A label of a view, and for each subgoal that it sees how far away that is.
struct ViewLabel {
  std::span<const HubBlock> blocks;
  const Cost* away;
  HubBlock* room;  ///< for as many blocks: they are worked on there
};

/// Joins the labels of two views: eight entries of one are compared with eight of the other
/// at a time, in vector registers where the processor has wide ones (AVX2, AVX-512), with
/// the same result everywhere. Cost: linear in the blocks of both.
HubMeeting join_labels(const ViewLabel& start, const ViewLabel& goal) noexcept;

/// An implementation of join_labels().
using LabelJoin = HubMeeting (*)(const ViewLabel&, const ViewLabel&) noexcept;

/// The implementations that this processor can run, the fastest last: join_labels() calls
/// that one. All return the same.
std::span<const LabelJoin> label_joins() noexcept;

}  // namespace throng
