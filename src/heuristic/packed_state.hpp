#pragma once

#include "potential_state.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// The values of all open cells, in rising order of the cells, without those that a sweep
/// finds again. The sweep begins at known cells, the seeds, with the values they have.
struct PackedValues {
  std::vector<Cost> seeds;            ///< by seed; none: `values` has all values
  std::vector<std::uint32_t> others;  ///< numbers of open cells that differ, rising
  std::vector<Cost> values;           ///< of these
};

/// A PotentialState, to be saved. In a usable slot, values follow from those of its active
/// sources and pending cells: by I1 and I2 of Potentials, f(v) is the minimum of f(p) +
/// distance from p to v over all of these p. So a slot takes a few bytes for each of its
/// pending cells. Of slots that are not usable, and of fields that are being swept, the
/// values of other cells may differ too.
struct PackedState {
  PotentialState state;  ///< without values and fields
  std::vector<PackedValues> slots;
  std::vector<PackedValues> fresh;
};

/// Cost: a sweep for each slot with values and each fresh field. Pre: state.fits(grid).
PackedState pack(PotentialState state, const Grid& grid);
/// The inverse. Any contents are allowed; those that pack() does not return may lead to a
/// state that does not fit the grid.
PotentialState unpack(PackedState packed, const Grid& grid);
/// The state as it is, with all its values.
PackedState pack_nothing(PotentialState state);

}  // namespace throng
