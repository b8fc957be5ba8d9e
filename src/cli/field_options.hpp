#pragma once

#include <throng/algorithm.hpp>

#include <CLI/CLI.hpp>
#include <string>

namespace throng::cli {

/// What the commands that write distances share: --metric, and -o for an .npy file.
void add_metric(CLI::App& app, FieldMetric& metric);
void add_array_output(CLI::App& app, std::string& path);

}  // namespace throng::cli
