#pragma once

#include "../../experiment/oracle.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// Four forms of the report: aligned columns and Markdown for people, and CSV, all with one
/// row per engine and map; and a picture (the bytes of a PNG file) of time against memory.
/// Errors: those of paint and print_png.
std::string print_oracle(const std::vector<experiment::OracleReport>& reports);
std::string print_oracle_markdown(const std::vector<experiment::OracleReport>& reports);
std::string print_oracle_csv(const std::vector<experiment::OracleReport>& reports);
Result<std::string> plot_oracle(const std::vector<experiment::OracleReport>& reports);

}  // namespace throng::cli
