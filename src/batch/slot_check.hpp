#pragma once

#include "slot_finder.hpp"

#include <throng/grid.hpp>

#include <span>

namespace throng {

/// Whether an answer that find_slot() found on an older version of a living map is right on
/// the newest one, too: find_slot() would end there with the same status and cost, apart
/// from limits on expansions. False if it would not, and where a proof takes a search.
///
/// An answer remains right if its path costs the same as before and no way through an
/// opening can be cheaper, since all other ways can only have become costlier.
///
/// now: made with an index; its algorithm is that of the older version.
/// moves: the path of the answer.
/// openings: cells of which each cheaper way passes one, see Openings::cells().
/// answer: loses an upper bound that may no longer hold.
/// Cost: O(moves + openings * goals).
bool still_right(const Problem& now, std::span<const CellIndex> openings,
                 const SlotQuestion& question, const Limits& limits,
                 std::span<const Move> moves, SlotAnswer& answer);

/// Whether still_right() may be true, as far as the kind of the answer says.
bool can_stay_right(const Problem& now, const SlotQuestion& question,
                    const SlotAnswer& answer) noexcept;

}  // namespace throng
