#pragma once

#include "../core/progress.hpp"
#include "../core/rng.hpp"

#include <throng/generate.hpp>

namespace throng {

// The generators behind generate(). Each receives an open terrain of the requested size and
// options that are in range. Each works for every size from 1 x 1 up.

void make_random(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_maze(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_rooms(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_caves(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_islands(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_hills(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);

}  // namespace throng
