#include "../../src/core/rng.hpp"
#include "../../src/front/elimination.hpp"
#include "../../src/index_file/file_header.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_files.hpp"
#include "../support/maps.hpp"
#include "../support/rehash.hpp"
#include "../support/seeds.hpp"
#include "../support/temporary.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::damage_test {

using namespace test;

namespace {

/// A small map, its index and the bytes of its file.
struct Sample {
  explicit Sample(const IndexOptions& options, const Rules& rules = {},
                  const GridOptions& ground = {})
      : grid(*Grid::make(terrain, rules, ground)) {
    Workers workers(1);
    index = *Index::build(grid, options, workers);
    bytes = saved(*index);
  }

  /// The message of the error; empty if the bytes are accepted.
  std::string refusal(const std::string& changed,
                      IndexCheck level = IndexCheck::ranges) const {
    const auto index_of_changed = loaded(changed, grid, {.check = level});
    if (index_of_changed) return {};
    const std::string& what = index_of_changed.error().what;
    CHECK(what.find('\n') == std::string::npos);
    return what.substr(what.find(": ") + 2);
  }

  Terrain terrain = random_terrain(24, 20, 25, 4);
  std::shared_ptr<const Grid> grid;
  std::shared_ptr<const Index> index;
  std::string bytes;
};

constexpr IndexOptions kFronts{.landmarks = 0, .jump_graph = false, .fronts = true};
constexpr IndexOptions kCompressed{.landmarks = 2, .storage = LandmarkStorage::compressed};

/// One with fronts whose entries differ there and back.
Sample one_way_sample() {
  std::vector<ClosedStep> closed;
  for (std::int32_t x = 2; x < 22; x += 3) closed.push_back({{x, x % 19}, Move::south});
  return Sample(kFronts, {.corners = Corners::always}, {.closed_steps = closed});
}

IndexOptions everything(bool cell_labels = true) {
  IndexOptions options;
  options.landmarks = 3;
  options.areas = options.gates = options.hubs = true;
  options.cell_labels = cell_labels;
  return options;
}

FileHeader header_of(const std::string& bytes) {
  FileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

/// A file with another header, and the hashes that belong to it.
std::string with_header(std::string bytes, const FileHeader& header) {
  std::memcpy(bytes.data(), &header, sizeof header);
  rehash(bytes);
  return bytes;
}

/// The first byte of a section.
const SectionEntry& section_of(const FileHeader& header, SectionId id) {
  const auto all = std::span(header.sections).first(header.section_count);
  return *std::ranges::find(all, static_cast<std::uint32_t>(id), &SectionEntry::id);
}

std::size_t begin_of(const std::string& bytes, SectionId id) {
  return section_of(header_of(bytes), id).offset;
}

}  // namespace

TEST_CASE("a file that ends too early is refused at every length") {
  Sample sample({.landmarks = 1});
  const std::size_t step = every({.normal = 1, .sanitized = 31});
  for (std::size_t size = 0; size < sample.bytes.size(); size += step) {
    CAPTURE(size);
    const std::string why = sample.refusal(sample.bytes.substr(0, size));
    REQUIRE((size < 8 ? why == "not an index file of throng"
                      : why.starts_with("truncated: " + std::to_string(size) + " of ")));
  }
  CHECK(sample.refusal(sample.bytes + "x") == "1 bytes too long");
}

TEST_CASE("a flipped bit is noticed: any bit of the header, some of each section") {
  Sample sample({.landmarks = 2, .fronts = true});
  std::string bytes = sample.bytes;
  const std::size_t step = every({.normal = 1, .sanitized = 13});
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
  Sample sample({.landmarks = 2});
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
  CHECK(refusal([](FileHeader& h) { h.landmark_shift = 1; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.fronts = 2; }) ==
        "the header is damaged: the options");
  CHECK(refusal([](FileHeader& h) { h.front_memory = 1; }) ==
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
  Sample sample(everything());
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
    const std::string bytes = saved(**Index::build(grids[i], {.landmarks = 1}, workers));
    for (std::size_t j = 0; j < grids.size(); ++j) {
      CAPTURE(i, j);
      CHECK(loaded(bytes, grids[j]).has_value() == (i == j));
    }
  }
}

TEST_CASE("files forged together with their hashes do no harm; checked values are right") {
  std::vector<Sample> samples;
  for (const bool cell_labels : {true, false})
    samples.emplace_back(everything(cell_labels));
  samples.emplace_back(kCompressed, Rules{.corners = Corners::always});
  samples.emplace_back(kFronts);
  samples.push_back(one_way_sample());
  SplitMix64 random(11);
  const std::uint64_t step = every({.normal = 4, .sanitized = 20});
  std::size_t refused = 0, found = 0, trials = 0;  // found: by the check of values alone
  Workers workers(1);
  for (std::uint64_t trial = 0; trial < 20'000; trial += step, ++trials) {
    Sample& sample = samples[trial / step % samples.size()];
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
    const auto checked = loaded(bytes, sample.grid, {.check = IndexCheck::values});
    found += checked ? 0 : 1;
    if (!checked) continue;
    for (const SolverOptions& options : all_options(*index)) {
      CAPTURE(trial, in_words(options));
      REQUIRE(Solver::make(*checked, options)->solve(queries, workers).cost ==
              Solver::make(sample.index, options)->solve(queries, workers).cost);
    }
  }
  CHECK(refused > trials / 4);
  CHECK(found > 0);
}

TEST_CASE("forged landmarks and label costs are found by the check of values") {
  const Sample exact(everything(false)), compressed(kCompressed);
  for (const auto& [sample, id] :
       {std::pair(&exact, SectionId::landmarks), std::pair(&exact, SectionId::hub_costs),
        std::pair(&compressed, SectionId::landmarks)})
    for (const std::size_t at : {400U, 404U, 800U}) {
      CAPTURE(static_cast<int>(id), at);
      std::string bytes = sample->bytes;
      ++bytes[begin_of(bytes, id) + at];
      rehash(bytes);
      if (sample == &compressed || id == SectionId::hub_costs)
        CHECK(sample->refusal(bytes).empty());
      CHECK(sample->refusal(bytes, IndexCheck::values).starts_with("damaged: "));
    }
}

TEST_CASE("forged entries of fronts are found by the check of values") {
  for (const Sample& sample : {Sample(kFronts), one_way_sample()}) {
    std::string bytes = sample.bytes;
    const std::size_t costs = begin_of(bytes, SectionId::front_costs);
    const std::size_t ways = begin_of(bytes, SectionId::front_ways);
    const std::size_t entries = section_of(header_of(bytes), SectionId::front_ways).count;
    std::size_t reachable = 0;
    for (std::size_t i = 0; i < entries; i += every({.normal = 7, .sanitized = 97})) {
      Cost cost = 0;
      std::memcpy(&cost, &bytes[costs + i * sizeof cost], sizeof cost);
      if (cost == kUnreachable) continue;
      ++reachable;
      CAPTURE(i);
      for (const std::size_t at : {costs + i * 4, ways + i * 8}) {
        bytes[at] ^= 1;
        rehash(bytes);
        REQUIRE(sample.refusal(bytes, IndexCheck::values).starts_with("damaged: front_"));
        bytes[at] ^= 1;
      }
    }
    CHECK(reachable > 10);
  }
}

TEST_CASE("fronts from which a walk could leave the file or never end are refused") {
  const Sample sample(kFronts);
  const auto refusal = [&](SectionId id, std::size_t at, auto value) {
    std::string bytes = sample.bytes;
    std::memcpy(&bytes[begin_of(bytes, id) + at * sizeof value], &value, sizeof value);
    rehash(bytes);
    return sample.refusal(bytes);
  };
  const auto over = [](std::uint64_t low, std::uint64_t apart) {
    return low << 15 | apart;
  };
  const std::size_t costs = begin_of(sample.bytes, SectionId::front_costs);
  std::size_t at = 40;
  for (Cost cost = kUnreachable; cost == kUnreachable;)
    std::memcpy(&cost, &sample.bytes[costs + ++at * sizeof cost], sizeof cost);
  const std::string no_way =
      "damaged: front_ways: number " + std::to_string(at) + " is no way at its cost";
  CHECK(refusal(SectionId::front_ways, at, over(at, 0)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, over(at - 10, 10)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, over(1ULL << 42, 0)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, std::uint64_t{20} << 58) == no_way);
  CHECK(refusal(SectionId::front_costs, at, std::uint32_t{0}) == no_way);
  CHECK(refusal(SectionId::front_sizes, 0, ~std::uint64_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_sizes, 1, std::uint32_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_bounds, 0, std::uint32_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_bounds, 0, kNoRank - 1).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_ranks, 0, std::uint32_t{0}) ==
        "damaged: front_ranks: not one for each open cell");
}

TEST_CASE("forged rows of fronts are found") {
  for (const Sample& sample : {Sample(kFronts), one_way_sample()}) {
    std::string bytes = sample.bytes;
    const std::size_t costs = begin_of(bytes, SectionId::front_row_costs);
    const std::size_t nexts = begin_of(bytes, SectionId::front_row_nexts);
    const std::size_t values =
        section_of(header_of(bytes), SectionId::front_row_nexts).count;
    std::size_t reachable = 0;
    for (std::size_t i = 0; i < values; i += 7) {
      Cost cost = 0;
      std::memcpy(&cost, &bytes[costs + i * sizeof cost], sizeof cost);
      if (cost == kUnreachable) continue;
      ++reachable;
      CAPTURE(i);
      const auto forge = [&](std::size_t at, char by) {
        bytes[at] = static_cast<char>(bytes[at] ^ by);
        rehash(bytes);
        REQUIRE(sample.refusal(bytes).starts_with("damaged: front_row_nexts: "));
        bytes[at] = static_cast<char>(bytes[at] ^ by);
      };
      forge(costs + i * 4, 1);
      forge(nexts + i * 2 + 1, 64);
    }
    CHECK(reachable > 10);
  }
}

TEST_CASE("ways that double from entry to entry are refused") {
  const Sample sample(kFronts);
  std::string bytes = sample.bytes;
  const std::size_t costs = begin_of(bytes, SectionId::front_costs);
  const std::size_t ways = begin_of(bytes, SectionId::front_ways);
  const Cost straight = sample.grid->costs().straight;
  const std::uint64_t longest = sample.grid->open_cells() * sample.grid->costs().diagonal;
  std::uint64_t too_long = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Cost cost = straight << i;
    // A move, then twice over the entry before.
    const std::uint64_t way = i == 0 ? std::uint64_t{1} << 58 : (i - 1) << 15;
    std::memcpy(&bytes[costs + i * sizeof cost], &cost, sizeof cost);
    std::memcpy(&bytes[ways + i * sizeof way], &way, sizeof way);
    if (cost <= longest) too_long = i + 1;
  }
  REQUIRE(too_long < 20);
  rehash(bytes);
  CHECK(sample.refusal(bytes) == "damaged: front_ways: number " + std::to_string(too_long) +
                                     " is no way at its cost");
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
