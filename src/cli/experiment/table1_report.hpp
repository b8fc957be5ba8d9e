#pragma once

#include "../../experiment/table1.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The forms of the report: aligned columns and Markdown, next to the paper's own figures;
/// records with one row per search; and the bytes of a picture of nodes and times, next to
/// the paper's. Errors: those of draw.
std::string print_table1(const std::vector<experiment::Table1Part>& parts);
std::string print_table1_markdown(const std::vector<experiment::Table1Part>& parts);
Records record_table1(const std::vector<experiment::Table1Part>& parts);
Result<std::string> plot_table1(const std::vector<experiment::Table1Part>& parts,
                                PictureFormat format);

/// The maps of all parts, each once.
std::vector<std::string> table1_maps(const std::vector<experiment::Table1Part>& parts);

}  // namespace throng::cli
