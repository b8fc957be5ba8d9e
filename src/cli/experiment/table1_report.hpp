#pragma once

#include "../../experiment/table1.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// Four forms of the report: aligned columns, Markdown and a picture (the bytes of a PNG
/// file), each next to the paper's own figures; CSV with one row per search.
/// Errors: those of print_png.
std::string print_table1(const std::vector<experiment::Table1Part>& parts);
std::string print_table1_markdown(const std::vector<experiment::Table1Part>& parts);
std::string print_table1_csv(const std::vector<experiment::Table1Part>& parts);
Result<std::string> plot_table1(const std::vector<experiment::Table1Part>& parts);

}  // namespace throng::cli
