#pragma once

#include <throng/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {

/// The name that stands for standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// A file to write, as the command line names it; no path: not asked for.
struct OutputFile {
  std::string option;  ///< "--csv"
  std::string path;
};

/// Whether all these files can be written, as far as can be told without touching them;
/// asked before long work begins. Errors: bad_argument when two of them are the same; io.
Outcome check_outputs(const std::vector<OutputFile>& files);

/// Writes `content` to a file, as a whole or not at all, or to standard output. Devices and
/// pipes are written to, not replaced. Errors: io.
Outcome write_output(const std::string& path, std::string_view content);

/// Hands what was printed to the system. Errors: io, for instance a full disk.
Outcome flush_standard_output();

}  // namespace throng::cli
