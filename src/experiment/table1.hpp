#pragma once

#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::experiment {

/// The two ways in which Table 1 draws queries.
enum class Section : std::uint8_t {
  all,    ///< "all": 1,000 at random
  top10,  ///< "top10": of 10,000 at random, the 1,000 with the most expensive paths
};

inline constexpr std::array kSections{Section::all, Section::top10};

std::string_view name(Section section) noexcept;

/// The parts of the paper's table.
enum class PaperMaps : std::uint8_t { none, demo, game, large };

/// Maps that share rows of the table: a figure is the mean over all their queries.
struct MapGroup {
  std::string label;
  PaperMaps paper = PaperMaps::none;  ///< the maps of the paper that they represent
  std::vector<Section> sections;
  std::vector<std::string> maps;  ///< paths
};

/// A search with rows in the table.
struct Contender {
  std::string_view name;
  SolverOptions search;
};

/// Plain A* is the first; the dead-end and the gateway heuristic follow.
std::span<const Contender> contenders() noexcept;

/// Measurements of one search, as means over the queries.
struct Figures {
  /// Why the search was left out, with the name of the map; then all figures are 0. Empty:
  /// it was measured.
  std::string refusal = {};
  double path_cost = 0;
  double estimate = 0;  ///< the heuristic's value at the start
  double nodes = 0;     ///< expansions
  double microseconds = 0;
  std::vector<float> latencies = {};  ///< microseconds of each query
  double reopened = 0;
  std::size_t wrong = 0;  ///< total number of queries whose answer differs from plain A*
};

/// A section of the table.
struct Table1Part {
  std::string label;
  PaperMaps paper = PaperMaps::none;
  Section section = Section::all;
  std::vector<std::string> maps;  ///< paths
  std::size_t queries = 0;
  std::vector<Figures> figures;  ///< by contender
};

struct Table1Options {
  std::uint64_t seed = 0;
  std::size_t gate_memory = IndexOptions{}.gates.memory;
};

/// Measures every group under the paper's rules. Starts of queries are open cells that are
/// not alone in their component; goals are other cells that a path joins to the start. All
/// starts are equally likely, and so are all goals of a start. `builders` build the
/// indexes; all measurements run on one thread. If the gates of a map exceed gate_memory,
/// the searches that need gates are left out of the map's group.
/// The monitor counts sweeps of the indexes, and passes over the queries of a map. Errors:
/// those of read_map and Grid::make, and of Index::build except for gates; bad_argument
/// when a map has no such pair; cancelled.
Result<std::vector<Table1Part>> measure_table1(const std::vector<MapGroup>& groups,
                                               const Table1Options& options,
                                               Workers& builders, Monitor& monitor);

}  // namespace throng::experiment
