#include "ground.hpp"

#include <throng/map_io.hpp>

#include <utility>

namespace throng {
namespace {

std::string sides_text(std::int32_t width, std::int32_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

Result<std::vector<Weight>> read_layer(const std::string& path, const std::string& map_path,
                                       TerrainView terrain) {
  Result<WeightLayer> layer = read_weights(path);
  if (!layer) return layer.failure();
  if (layer->width != terrain.width || layer->height != terrain.height)
    return fail(Code::bad_argument, path + ": contains weights for a map of " +
                                        sides_text(layer->width, layer->height) + ", but " +
                                        map_path + " is " +
                                        sides_text(terrain.width, terrain.height));
  return std::move(layer->weights);
}

}  // namespace

Result<Ground> read_ground(const GroundFiles& files, const std::string& map_path,
                           TerrainView terrain) {
  Ground ground;
  if (files.weights) {
    auto weights = read_layer(*files.weights, map_path, terrain);
    if (!weights) return weights.failure();
    ground.weights = *std::move(weights);
  }
  if (files.links) {
    auto links = read_links(*files.links, terrain);
    if (!links) return links.failure();
    ground.links = *std::move(links);
  }
  return ground;
}

}  // namespace throng
