// Changes an index file and gives it the hashes of its content: refused, or harmless in
// queries. The input is a list of changes: which file, then offset and value of words.
#include "../support/rehash.hpp"

#include <throng/generate.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace throng;

struct Sample {
  std::shared_ptr<const Grid> grid;
  std::string bytes;
};

std::string path_of(int file) { return "/proc/self/fd/" + std::to_string(file); }

Terrain small_map() {
  std::string cells = "............@@@...@..@..........@...@.....@@@...............@......";
  return *Terrain::make(11, 6, cells.substr(0, 66));
}

/// One with enough corners for a hierarchy to have a core.
Terrain larger_map() {
  return *generate(MapKind::random, {.width = 24, .height = 20, .seed = 5});
}

Sample make_sample(const IndexOptions& options, const Rules& rules,
                   const Terrain& terrain = small_map()) {
  Sample sample{*Grid::make(terrain, rules), {}};
  Workers workers(1);
  const std::string path = "/tmp/throng-fuzz-" + std::to_string(getpid());
  if (!Index::build(sample.grid, options, workers)->save(path)) std::abort();
  std::ifstream file(path, std::ios::binary);
  sample.bytes.assign(std::istreambuf_iterator<char>(file), {});
  unlink(path.c_str());
  return sample;
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    IndexOptions everything;
    everything.landmarks.count = 2;
    everything.gates.build = everything.hub_labels.build = true;
    IndexOptions corners = everything;
    corners.hub_labels.cells = false;
    return std::vector<Sample>{
        make_sample(everything, {}),
        make_sample(corners, {}),
        make_sample({.landmarks = {2}}, {.corners = Corners::always}),
        make_sample({.landmarks = {0}, .fronts = {true}}, {}),
        make_sample({.landmarks = {0}, .jump_graph = false, .hierarchy = {true}}, {},
                    larger_map()),
        make_sample(
            {.landmarks = {0}, .fronts = {true}},
            {.movement = *parse_movement(".:1,@:3"), .cost_model = CostModel::enter}),
        make_sample({.landmarks = {.count = 2, .storage = LandmarkStorage::jump_points}},
                    {})};
  }();
  return all;
}

void solve_all(const Index& index) {
  static Workers workers(1);
  static Answers result;
  const Grid& grid = *index.grid();
  std::vector<Query> queries;
  const std::int32_t cells = grid.width() * grid.height();
  for (std::int32_t i = 0; i < cells; i += cells / 13)
    for (std::int32_t j = 0; j < cells; j += cells / 9)
      queries.push_back(
          {{i % grid.width(), i / grid.width()}, {j % grid.width(), j / grid.width()}});
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps, Algorithm::hub,
                                    Algorithm::front, Algorithm::hierarchy})
    if (const auto solver = Solver::make(index, {.algorithm = algorithm}))
      solver->solve(queries, workers, result);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
  constexpr std::size_t kChange = 7;  // 3 bytes of offset, 4 of value
  if (size < 1) return 0;
  const Sample& sample = samples()[input[0] % samples().size()];
  std::string bytes = sample.bytes;
  for (std::size_t at = 1; at + kChange <= size; at += kChange) {
    std::uint32_t offset = 0, value = 0;
    std::memcpy(&offset, input + at, 3);
    std::memcpy(&value, input + at + 3, sizeof value);
    offset = offset * 2 % static_cast<std::uint32_t>(bytes.size() - sizeof value);
    std::memcpy(&bytes[offset], &value, sizeof value);
  }
  throng::test::rehash(bytes);
  static const int file = memfd_create("index", 0);
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes.data(), bytes.size(), 0) < 0)
    std::abort();
  // A copy: the file changes under the mapping with the next input.
  const auto index = Index::load(path_of(file), sample.grid, {.copy = true});
  if (index) solve_all(*index);
  return 0;
}
