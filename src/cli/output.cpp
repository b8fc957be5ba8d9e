#include "output.hpp"

#include "../core/files.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace throng::cli {
namespace {

namespace fs = std::filesystem;

Failure refused(const std::string& path, int reason) {
  return fail(Code::io, path + ": " + std::generic_category().message(reason));
}

Outcome check_output(const OutputFile& file) {
  if (file.path == kStandardOutput) return ok();
  if (file.path.empty())
    return fail(Code::bad_argument, file.option + ": the file name is empty");
  std::error_code ignored;
  const fs::path path(file.path);
  if (fs::is_directory(path, ignored)) return refused(file.path, EISDIR);
  const bool is_device = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
  // A file is written anew beside the old one, so its folder must allow that.
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path& needed = is_device ? path : folder;
  if (access(needed.c_str(), W_OK) != 0) return refused(file.path, errno);
  if (!is_device && !fs::is_directory(folder, ignored)) return refused(file.path, ENOTDIR);
  return ok();
}

}  // namespace

Outcome check_outputs(const std::vector<OutputFile>& files) {
  for (auto file = files.begin(); file != files.end(); ++file) {
    for (auto earlier = files.begin(); earlier != file; ++earlier)
      if (file->path == earlier->path)
        return fail(Code::bad_argument,
                    fmt::format("{} and {} cannot both be written to {}", earlier->option,
                                file->option, file->path));
    if (Outcome outcome = check_output(*file); !outcome) return outcome;
  }
  return ok();
}

Outcome write_output(const std::string& path, std::string_view content) {
  if (path != kStandardOutput) return write_file(path, content);
  std::fwrite(content.data(), 1, content.size(), stdout);
  return flush_standard_output();
}

Outcome check_forms(const std::vector<ReportForm>& forms) {
  std::vector<OutputFile> files;
  for (const ReportForm& form : forms)
    if (form.path) files.push_back({form.option, *form.path});
  return check_outputs(files);
}

Outcome write_forms(const std::vector<ReportForm>& forms,
                    const std::function<std::string()>& print_for_people) {
  bool output_taken = false;
  for (const ReportForm& form : forms) {
    if (!form.path) continue;
    const Result<std::string> content = form.print();
    if (!content) return Failure{content.error()};
    if (Outcome written = write_output(*form.path, *content); !written) return written;
    output_taken |= *form.path == kStandardOutput;
  }
  if (!output_taken) fmt::print("{}", print_for_people());
  return ok();
}

Outcome flush_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return ok();
  return refused("standard output", errno != 0 ? errno : EIO);
}

}  // namespace throng::cli
