#pragma once

#include "experiment_landmarks.hpp"

#include <string>
#include <vector>

namespace throng::cli {

/// What was measured on one map.
struct MapReport {
  Exercise exercise;
  std::vector<Measurement> rows;  ///< not empty; the first is plain A*
};

/// The same figures in three forms: aligned columns and Markdown for people, a table a map;
/// CSV with one header and a row a measurement.
std::string print_tables(const std::vector<MapReport>& reports);
std::string print_markdown(const std::vector<MapReport>& reports);
std::string print_measurements_csv(const std::vector<MapReport>& reports);

}  // namespace throng::cli
