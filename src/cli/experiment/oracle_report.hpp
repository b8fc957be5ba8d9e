#pragma once

#include "../../experiment/oracle.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The forms of the report, all with one row per engine and map: aligned columns and
/// Markdown for people, records, and the bytes of a picture. Errors: those of draw.
std::string print_oracle(const std::vector<experiment::OracleReport>& reports);
std::string print_oracle_markdown(const std::vector<experiment::OracleReport>& reports);
Records record_oracle(const std::vector<experiment::OracleReport>& reports);
Result<std::string> plot_oracle(const std::vector<experiment::OracleReport>& reports,
                                PictureFormat format);

}  // namespace throng::cli
