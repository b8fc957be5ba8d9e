#pragma once

#include "argument_parser.hpp"

#include <throng/algorithm.hpp>

#include <string>

namespace throng::cli {

/// Options shared by the commands that write distances: --metric, and -o for an .npy file.
void add_metric(ArgumentParser& parser, FieldMetric& metric);
void add_array_output(ArgumentParser& parser, std::string& path);

}  // namespace throng::cli
