#pragma once

#include "../picture/format.hpp"
#include "throughput_rows.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The maps of the report, each once.
std::vector<std::string> throughput_maps(const std::vector<ThroughputEntry>& entries);

/// Tables for people, with the speed over the first combination of each map.
std::string print_throughput(const std::vector<ThroughputEntry>& entries);
std::string print_throughput_markdown(const std::vector<ThroughputEntry>& entries);

/// A chart with a row for each combination, and a mark for each number of threads.
Result<std::string> plot_throughput(const std::vector<ThroughputEntry>& entries,
                                    PictureFormat format);

}  // namespace throng::cli
