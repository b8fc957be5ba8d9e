#pragma once

#include "argument_parser.hpp"

#include <cstddef>
#include <string>

namespace throng::cli {

/// Columns of the terminal; 80 where standard output is none.
std::size_t help_width();

/// The help of a command. usage: the words that call it, "throng solve". about: what stands
/// below the options; lines that begin with a space keep their form, the others are
/// wrapped.
///
/// all: everything. Otherwise at most 50 lines, if that is possible: first rarely used
/// options and details are left out, then `about` up to its example; a last line says how
/// to see them.
std::string help_text(const CommandShape& command, const std::string& usage,
                      const std::string& about, bool all, std::size_t width);

}  // namespace throng::cli
