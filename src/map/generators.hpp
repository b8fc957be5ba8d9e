#pragma once

#include "../core/rng.hpp"

#include <throng/generate.hpp>

namespace throng {

// The generators behind generate(). Each is given a terrain of the wanted size, all open,
// and options that are in their ranges, and makes sense for every size from 1 x 1 on.

void make_random(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_maze(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_rooms(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_caves(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_islands(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);
void make_hills(Terrain& terrain, const GenerateOptions& options, SplitMix64& random);

}  // namespace throng
