#pragma once

#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

// Tables of cells as CSV. A header line selects the columns by their names.

namespace throng {

/// Splits a line of CSV, and removes blanks and double quotes around each field. A comma
/// always ends a field: fields are numbers and names.
void split_csv_line(std::string_view line, std::vector<std::string_view>& fields);

/// Whether a line is a header: it has several fields, one of them a name, and none begins
/// like a number.
bool is_csv_header(const std::vector<std::string_view>& fields);

/// The names of the columns that find_end_columns() finds, for error messages.
inline constexpr std::string_view kEndNames =
    "sx,sy,gx,gy; start_x,start_y,goal_x,goal_y, with from, source, src or origin for "
    "start, "
    "to, target, t, destination, dest, dst or end for goal, col or column for x, row for "
    "y; "
    "x,y,gx,gy; x0,y0,x1,y1; x1,y1,x2,y2";

/// The columns of start x, start y, goal x and goal y, in any order among others. Case,
/// blanks and the characters _ - . in a name do not count.
/// Errors: bad_format, with the missing column and kEndNames; also for two columns of the
/// same meaning.
Result<std::array<std::size_t, 4>> find_end_columns(
    const std::vector<std::string_view>& header);

/// The columns of x (or col) and y (or row). Errors: as find_end_columns().
Result<std::array<std::size_t, 2>> find_point_columns(
    const std::vector<std::string_view>& header);

/// The column with one of two names. Errors: as find_end_columns().
Result<std::size_t> find_column(const std::vector<std::string_view>& header,
                                std::string_view name, std::string_view other_name);

}  // namespace throng
