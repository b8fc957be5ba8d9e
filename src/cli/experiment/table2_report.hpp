#pragma once

#include "../../experiment/table2.hpp"

#include <throng/result.hpp>

#include <string>

namespace throng::cli {

/// Four forms of the report: aligned columns, Markdown and a picture (the bytes of a PNG
/// file), each next to the paper's own figures; CSV with one row per kind of map, without
/// the grids. Errors: those of print_png.
std::string print_table2(const experiment::Table2& table);
std::string print_table2_markdown(const experiment::Table2& table);
std::string print_table2_csv(const experiment::Table2& table);
Result<std::string> plot_table2(const experiment::Table2& table);

}  // namespace throng::cli
