#pragma once

#include "../json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace throng::cli {

/// A number, rounded for every form of the report.
struct Decimal {
  double value = 0;
  int decimals = 0;
};

/// A figure or a word; nothing: missing.
using Cell = std::variant<std::monostate, std::string, std::uint64_t, Decimal>;

/// The figures of an experiment, for programs.
struct Records {
  std::vector<std::string_view> columns;
  std::vector<std::vector<Cell>> rows;  ///< as many cells as columns
};

/// A header and a line per row; a missing cell is empty.
std::string print_csv(const Records& records);

/// An object per row, whose keys are the columns; a missing cell is null.
Json::Array json_rows(const Records& records);

}  // namespace throng::cli
