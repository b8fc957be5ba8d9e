#pragma once

#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::experiment {

/// Selects the queries of a map.
struct QueryChoice {
  std::vector<Query> asked;  ///< empty: random queries
  std::string scenario;      ///< the file that `asked` was read from
  std::size_t count = 200;   ///< at most this many of `asked`, evenly spread
  std::uint64_t seed = 0;    ///< of random queries
};

/// A map and its queries, with the answers of plain A*.
struct Exercise {
  std::string map_path;
  std::string map_hash;              ///< of the file, where the caller needs it
  std::shared_ptr<const Grid> grid;  ///< never null
  std::vector<Query> queries;        ///< each has a path between two different cells
  std::string scenario;              ///< the file of the queries; empty: they are random
  std::uint64_t seed = 0;            ///< of random queries
  Answers answers;                   ///< empty: the first measurement becomes the reference
};

/// The grid of the map at `map_path`, with queries.
/// Errors: bad_argument when no query has a path between two different cells.
Result<Exercise> make_exercise(const std::string& map_path,
                               std::shared_ptr<const Grid> grid, const QueryChoice& choice);

}  // namespace throng::experiment
