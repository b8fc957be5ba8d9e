#pragma once

#include "../core/files.hpp"
#include "argument_parser.hpp"

#include <throng/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {

/// The name that stands for standard output.
inline constexpr std::string_view kStandardOutput = "-";

/// Checks the files that the options name, before the command does anything. Errors:
/// bad_argument when a file is both read and written, or written twice, also by way of
/// links; io when it cannot be written, as far as that shows without touching it.
Outcome check_files(const Declarations& declared);

/// Writes piece by piece to a file or to standard output. The file appears, complete, at
/// finish() and does not exist before. Devices and pipes are written to, not replaced.
/// Errors: io.
class OutputWriter {
 public:
  static Result<OutputWriter> create(const std::string& path);

  /// Pre (both): no call has failed, and finish() was not called.
  Outcome write(std::string_view piece);
  Outcome finish();

 private:
  std::optional<FileWriter> file_;  ///< none: standard output
};

/// Writes all `content` at once, as OutputWriter does.
Outcome write_output(const std::string& path, std::string_view content);

/// The free space in bytes at a file's location; nothing if no limit is known, as for
/// devices and standard output.
std::optional<std::uintmax_t> free_bytes(const std::string& path);

/// A form of a report, and its file.
struct ReportForm {
  std::optional<std::string> path;  ///< none: not requested
  std::function<Result<std::string>()> print;
};

/// Prints and writes the requested forms. Then prints the form for people, unless another
/// form went to standard output. Errors: io, and those of the forms.
Outcome write_forms(const std::vector<ReportForm>& forms,
                    const std::function<std::string()>& print_for_people);

/// Flushes standard output. Errors: io, for instance a full disk.
Outcome flush_standard_output();

}  // namespace throng::cli
