#pragma once

#include "options.hpp"

#include <throng/answers.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>

#include <optional>

namespace throng::cli {

/// How a command answers queries.
struct SearchChoice {
  IndexOptions index{.landmarks = {0}};
  SolverOptions search;
  BatchOptions batch{.latency = true};
  int threads = 0;
  bool check = false;
};

/// --algorithm alone.
void add_algorithm(ArgumentParser& parser, Algorithm& algorithm, const std::string& help);

/// Adds the options of the search and of its index.
void add_engine(ArgumentParser& parser, SearchChoice& choice);

/// Adds the same, and --max-expansions, --threads and --check.
void add_search(ArgumentParser& parser, SearchChoice& choice);

/// The index that the options of add_search() request, what the search implies included.
/// Errors and precondition: as wanted_index() of options.hpp.
Result<std::optional<IndexOptions>> wanted_index(const ArgumentParser& parser,
                                                 const SearchChoice& choice,
                                                 const Rules& rules);

}  // namespace throng::cli
