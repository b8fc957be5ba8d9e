#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::experiment {

/// Which queries of a map are measured.
struct QueryChoice {
  std::vector<Query> asked;  ///< empty: queries are drawn at random
  std::string scenario;      ///< the file that `asked` was read from
  std::size_t count = 200;   ///< at most so many of `asked`, evenly spread
  std::uint64_t seed = 0;    ///< of queries that are drawn
};

/// A map and queries on it, and what plain A* answers.
struct Exercise {
  std::string map_path;
  std::shared_ptr<const Grid> grid;  ///< never null
  std::vector<Query> queries;        ///< each has a path between two different cells
  std::string scenario;              ///< the file of the queries; empty: they were drawn
  std::uint64_t seed = 0;            ///< of queries that were drawn
  BatchResult answers;               ///< empty: the first measurement is made the truth
};

/// The grid of the map at `map_path`, with queries.
/// Errors: bad_argument when none of them has a path between two different cells.
Result<Exercise> make_exercise(const std::string& map_path,
                               std::shared_ptr<const Grid> grid, const QueryChoice& choice);

}  // namespace throng::experiment
