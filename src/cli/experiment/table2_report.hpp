#pragma once

#include "../../experiment/table2.hpp"

#include <throng/result.hpp>

#include <string>

namespace throng::cli {

/// The same figures in four forms: aligned columns, Markdown and a picture (the bytes of a
/// PNG file), each with the paper's own figures beside them; CSV with a row a kind of map,
/// without the grids. Errors: those of print_png.
std::string print_table2(const experiment::Table2& table);
std::string print_table2_markdown(const experiment::Table2& table);
std::string print_table2_csv(const experiment::Table2& table);
Result<std::string> plot_table2(const experiment::Table2& table);

}  // namespace throng::cli
