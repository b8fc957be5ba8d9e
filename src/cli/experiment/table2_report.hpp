#pragma once

#include "../../experiment/table2.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The forms of the report: aligned columns and Markdown, next to the paper's own figures;
/// records with one row per kind of map, without the grids; and the bytes of a picture of
/// the ratios, next to the paper's. Errors: those of draw.
std::string print_table2(const experiment::Table2& table);
std::string print_table2_markdown(const experiment::Table2& table);
Records record_table2(const experiment::Table2& table);
Result<std::string> plot_table2(const experiment::Table2& table, PictureFormat format);

}  // namespace throng::cli
