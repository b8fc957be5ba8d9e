#pragma once

#include "../../experiment/table1.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The same figures in four forms: aligned columns, Markdown and a picture (the bytes of a
/// PNG file), each with the paper's own figures beside them; CSV with a row a search.
/// Errors: those of print_png.
std::string print_table1(const std::vector<experiment::Table1Part>& parts);
std::string print_table1_markdown(const std::vector<experiment::Table1Part>& parts);
std::string print_table1_csv(const std::vector<experiment::Table1Part>& parts);
Result<std::string> plot_table1(const std::vector<experiment::Table1Part>& parts);

}  // namespace throng::cli
