#pragma once

#include "../core/files.hpp"

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

/// A file to write, as the command line names it; no path: not asked for.
struct OutputFile {
  std::string option;  ///< "--csv"
  std::string path;
};

/// Whether all these files can be written, as far as can be told without touching them;
/// asked before long work begins. Errors: bad_argument when two of them are the same; io.
Outcome check_outputs(const std::vector<OutputFile>& files);

/// Writes piece by piece to a file, which is there as a whole after finish() and not at all
/// before, or to standard output. Devices and pipes are written to, not replaced.
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

/// The same of all `content` at once.
Outcome write_output(const std::string& path, std::string_view content);

/// How many bytes there is room for where a file would be written; none: no limit is known,
/// as for devices and standard output.
std::optional<std::uintmax_t> free_bytes(const std::string& path);

/// A form in which a report can be had, and the file that it goes to.
struct ReportForm {
  std::string option;               ///< "--csv"
  std::optional<std::string> path;  ///< none: not asked for
  std::function<Result<std::string>()> print;
};

/// Whether all forms that were asked for can be written, as check_outputs() says.
Outcome check_forms(const std::vector<ReportForm>& forms);

/// Prints and writes the forms that were asked for; then, unless one of them went to
/// standard output, what is meant for people there. Errors: io, and those of the forms.
Outcome write_forms(const std::vector<ReportForm>& forms,
                    const std::function<std::string()>& print_for_people);

/// Hands what was printed to the system. Errors: io, for instance a full disk.
Outcome flush_standard_output();

}  // namespace throng::cli
