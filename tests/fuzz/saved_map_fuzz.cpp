// Bytes as a saved LivingMap, with the hash that belongs to them: restored or refused. What
// is restored can be edited and searched.
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static throng::Workers workers(1);
  std::string saved = "throng living map";
  saved += '\1';
  saved.append(reinterpret_cast<const char*>(bytes), size);
  std::uint64_t hash = XXH64(saved.data(), saved.size(), 0);
  for (int k = 0; k < 8; ++k, hash >>= 8) saved.push_back(static_cast<char>(hash & 0xFFU));

  auto map = throng::LivingMap::restore(saved, workers);
  if (!map) return 0;
  const throng::TerrainView terrain = map->terrain();
  if (terrain.width > 64 || terrain.height > 64 || terrain.width < 2) return 0;
  const std::vector<throng::Edit> edits{throng::TerrainEdit{{{0, 0}, 1, 1}, '@'},
                                        throng::TerrainEdit{{{1, 0}, 1, 1}, '.'}};
  if (map->edit(edits, workers)) map->settle(100, workers);
  const std::vector<throng::Query> queries{
      {{1, 0}, {terrain.width - 1, terrain.height - 1}}};
  static_cast<void>(throng::Solver::make(map->index(0))->solve(queries, workers));
  return 0;
}
