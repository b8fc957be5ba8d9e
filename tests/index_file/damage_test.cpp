#include "../../src/core/rng.hpp"
#include "../../src/index/file_header.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_files.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/rehash.hpp"
#include "../support/seeds.hpp"
#include "../support/temporary.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace throng::damage_test {

using namespace test;

namespace {

/// A file with another header, and the hashes that belong to it.
std::string with_header(std::string bytes, const FileHeader& header) {
  std::memcpy(bytes.data(), &header, sizeof header);
  rehash(bytes);
  return bytes;
}

}  // namespace

TEST_CASE("a file that ends too early is refused at every length") {
  IndexSample sample({.landmarks = {1}});
  const std::size_t step = every({.normal = 3, .sanitized = 31});
  for (std::size_t size = 0; size < sample.bytes.size(); size += step) {
    CAPTURE(size);
    const std::string why = sample.refusal(sample.bytes.substr(0, size));
    REQUIRE((size < 8 ? why == "not an index file of throng"
                      : why.starts_with("truncated: " + std::to_string(size) + " of ")));
  }
  CHECK(sample.refusal(sample.bytes + "x") == "1 bytes too long");
}

TEST_CASE("a flipped bit is noticed: any bit of the header, some of each section") {
  IndexSample sample({.landmarks = {2}, .fronts = {true}});
  std::string bytes = sample.bytes;
  const std::size_t step = every({.normal = 3, .sanitized = 13});
  for (std::size_t bit = 0; bit < 8 * FileHeader::kPage; bit += step) {
    const char mask = static_cast<char>(1U << bit % 8);
    bytes[bit / 8] ^= mask;
    CAPTURE(bit);
    REQUIRE_FALSE(sample.refusal(bytes).empty());
    bytes[bit / 8] ^= mask;
  }
  for (std::size_t at = FileHeader::kPage; at < bytes.size(); at += 97 * step) {
    bytes[at] ^= 16;
    CAPTURE(at);
    REQUIRE(sample.refusal(bytes, IndexCheck::hashes).starts_with("damaged: "));
    bytes[at] ^= 16;
  }
  CHECK(sample.refusal(bytes).empty());
}

TEST_CASE("a refusal says what differs") {
  IndexSample sample({.landmarks = {2}});
  FileHeader header = header_of(sample.bytes);
  const auto refusal = [&](auto change) {
    FileHeader changed = header;
    change(changed);
    return sample.refusal(with_header(sample.bytes, changed));
  };
  CHECK(refusal([](FileHeader& h) { h.byte_order = 0x0403'0201; }) ==
        "from a machine with another byte order");
  CHECK(refusal([](FileHeader& h) { h.format = 2; }) ==
        "has format 2, not format 1; build it again");
  CHECK(refusal([](FileHeader& h) { h.corners = 7; }) ==
        "the header is damaged: the rules");
  CHECK(refusal([](FileHeader& h) { h.landmarks = 65; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.storage = 1; }) ==
        "has compressed landmarks, which this version does not read; build it again");
  CHECK(refusal([](FileHeader& h) { h.storage = 3; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.landmark_shift = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.fronts = 2; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.front_memory = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.hierarchy = 2; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.hierarchy_core = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.line_memory = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.line_memory_exceeded = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.sections[0].id = 999; }) ==
        "needs section 999, which this version does not know");
  CHECK(refusal([](FileHeader& h) {
          h.sections[1].id = h.sections[0].id;
        }).ends_with("occurs twice"));
  CHECK(refusal([](FileHeader& h) {
          h.sections[1].offset = std::uint64_t{0} - 4096;
        }).ends_with("is misplaced"));
  CHECK(refusal([](FileHeader& h) {
          h.sections[1].count = ~std::uint64_t{0} / 4;
        }).ends_with("is misplaced"));
  CHECK(refusal([](FileHeader& h) { h.section_count = 1000; }) ==
        "the header is damaged: too many sections");

  const auto other = [&](TerrainView terrain, const Rules& rules) {
    const auto index = loaded(sample.bytes, *Grid::make(terrain, rules));
    REQUIRE_FALSE(index);
    CHECK(index.error().code == Code::bad_argument);
    const std::string& what = index.error().what;
    return what.substr(what.find(": ") + 2);
  };
  CHECK(other(sample.terrain, {.corners = Corners::always}) ==
        "is for octile never_cut exact, not for octile always exact");
  CHECK(other(sample.terrain, {.topology = Topology::tile}) ==
        "is for octile never_cut exact, not for tile 1/1");
  CHECK(other(random_terrain(24, 21, 25, 4), {}) ==
        "is for a map of 24 x 20 cells, not of 24 x 21");
  CHECK(other(random_terrain(24, 20, 25, 5), {}).starts_with("is for another map"));
}

TEST_CASE("a section that a reader does not know is skipped if it is optional") {
  IndexSample sample(everything());
  FileHeader header = header_of(sample.bytes);
  std::string bytes = sample.bytes;
  SectionEntry& extra = header.sections[header.section_count++];
  bytes.resize((bytes.size() + FileHeader::kPage - 1) / FileHeader::kPage *
               FileHeader::kPage);
  extra = {.id = 999, .element_bytes = 1, .count = 5, .offset = bytes.size()};
  bytes += "hello";
  header.file_bytes = bytes.size();
  CHECK(sample.refusal(with_header(bytes, header)).empty());
  extra.flags = SectionEntry::kRequired;
  CHECK(sample.refusal(with_header(bytes, header)) ==
        "needs section 999, which this version does not know");
}

TEST_CASE("files for maps that differ in weights, closed steps or links are told apart") {
  const Terrain terrain = random_terrain(12, 9, 0, 1);
  const std::vector<Weight> weights(108, 2);
  std::vector<Weight> others = weights;
  others[50] = 3;
  const std::vector<Link> links{{{0, 0}, {5, 5}, 3}}, other_links{{{0, 0}, {5, 5}, 4}};
  const std::vector<ClosedStep> closed{{{3, 3}, Move::north}};
  const std::vector<GridOptions> all{{},
                                     {.weights = weights},
                                     {.weights = others},
                                     {.links = links},
                                     {.links = other_links},
                                     {.closed_steps = closed}};
  Workers workers(1);
  std::vector<std::shared_ptr<const Grid>> grids;
  for (const GridOptions& options : all) grids.push_back(*Grid::make(terrain, {}, options));
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const std::string bytes = saved(*Index::build(grids[i], {.landmarks = {1}}, workers));
    for (std::size_t j = 0; j < grids.size(); ++j) {
      CAPTURE(i, j);
      CHECK(loaded(bytes, grids[j]).has_value() == (i == j));
    }
  }
}

TEST_CASE("files forged together with their hashes do no harm") {
  std::vector<IndexSample> samples;
  for (const bool cell_labels : {true, false})
    samples.emplace_back(everything(cell_labels));
  samples.emplace_back(IndexOptions{.landmarks = {2}}, Rules{.corners = Corners::always});
  samples.emplace_back(kFronts);
  samples.push_back(one_way_sample());
  samples.emplace_back(kHierarchy);
  samples.emplace_back(kAtJumpPoints);
  samples.emplace_back(kLines);
  samples.emplace_back(kLines, Rules{.corners = Corners::cut_one});
  samples.emplace_back(lines_alone(kMemoryOfLineGraph));
  SplitMix64 random(11);
  const std::uint64_t step = every({.normal = 8, .sanitized = 20});
  std::size_t refused = 0, trials = 0;
  Workers workers(1);
  for (std::uint64_t trial = 0; trial < 20'000; trial += step, ++trials) {
    IndexSample& sample = samples[trial / step % samples.size()];
    std::string bytes = sample.bytes;
    const std::size_t body = bytes.size() - FileHeader::kPage;
    for (std::uint64_t change = 0; change <= trial / step % 4; ++change) {
      const std::size_t at =
          FileHeader::kPage + static_cast<std::size_t>(random.next() % (body / 4)) * 4;
      // A word of nonsense, a flipped bit, or a number a little too large.
      std::uint32_t word = 0;
      std::memcpy(&word, &bytes[at], std::min<std::size_t>(4, bytes.size() - at));
      const std::array words{static_cast<std::uint32_t>(random.next()),
                             word ^ 1U << random.next() % 32, word + 1};
      std::memcpy(&bytes[at], &words[random.next() % words.size()],
                  std::min<std::size_t>(4, bytes.size() - at));
    }
    rehash(bytes);
    const auto index = loaded(bytes, sample.grid);
    refused += index ? 0 : 1;
    if (!index) continue;
    const std::vector<Query> queries = random_queries(sample.terrain, 20, trial);
    for (const SolverOptions& options : all_options(*index))
      static_cast<void>(Solver::make(*index, options)->solve(queries, workers));
    AnyAnglePaths lines;
    static_cast<void>(solve_lines(*index, queries, workers, lines).has_value());
  }
  CHECK(refused > trials / 4);
  CHECK(refused < trials);
}

TEST_CASE("what is no regular file is no index") {
  const TemporaryFolder folder;
  const auto grid = *Grid::make(drawn("..\n.."));
  for (const std::string& path :
       {folder.path().string(), std::string("/dev/zero"), folder.file("missing")}) {
    const auto index = Index::load(path, grid);
    REQUIRE_FALSE(index);
    CHECK(index.error().code == Code::io);
    CHECK(index.error().what.starts_with(path + ": "));
  }
  std::ofstream(folder.file("empty")).flush();
  CHECK(Index::load(folder.file("empty"), grid).error().code == Code::bad_format);
}

}  // namespace throng::damage_test
