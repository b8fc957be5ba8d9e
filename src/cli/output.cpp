#include "output.hpp"

#include "progress.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace throng::cli {
namespace {

namespace fs = std::filesystem;

Failure refused(const std::string& path, int reason) {
  return fail(Code::io, path + ": " + std::generic_category().message(reason));
}

Failure standard_output_refused() {
  return refused("standard output", errno != 0 ? errno : EIO);
}

bool is_device(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

/// What tells files apart, through links of any kind. A file that does not exist yet is
/// known by its folder and its name.
struct FileId {
  dev_t device = 0;
  ino_t number = 0;
  std::string name;  ///< empty: the file exists

  friend bool operator==(const FileId&, const FileId&) = default;
};

/// Nothing for standard input and output, for devices, which can be shared, and where even
/// the folder does not exist.
std::optional<FileId> identify(const std::string& path) {
  struct stat file {};
  if (path == kStandardOutput) return std::nullopt;
  if (stat(path.c_str(), &file) == 0) {
    if (S_ISCHR(file.st_mode)) return std::nullopt;
    return FileId{file.st_dev, file.st_ino, {}};
  }
  const fs::path target = followed_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  if (stat(folder.c_str(), &file) != 0) return std::nullopt;
  return FileId{file.st_dev, file.st_ino, target.filename().string()};
}

/// A file that an option names.
struct NamedFile {
  std::string option;
  std::string path;
  std::optional<FileId> id;
  Stdin from_stdin = Stdin::refused;
};

bool same(const NamedFile& a, const NamedFile& b) {
  if (a.path == kStandardOutput || b.path == kStandardOutput) return a.path == b.path;
  return a.id && a.id == b.id;
}

std::vector<NamedFile> list(const std::vector<NamedFiles>& options) {
  std::vector<NamedFile> files;
  for (const NamedFiles& option : options)
    for (const std::string& path : option.paths())
      files.push_back({option.option, path, identify(path), option.from_stdin});
  return files;
}

Outcome check_output(const NamedFile& file) {
  if (file.path == kStandardOutput) return ok();
  if (file.path.empty())
    return fail(Code::bad_argument, file.option + ": the file name is empty");
  std::error_code ignored;
  const fs::path path(followed_links(file.path));
  if (fs::is_directory(path, ignored)) return refused(file.path, EISDIR);
  const bool in_place = is_device(path);
  // The new file is written next to the old one, so the folder must be writable.
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path& needed = in_place ? path : folder;
  if (access(needed.c_str(), W_OK) != 0) return refused(file.path, errno);
  if (!in_place && !fs::is_directory(folder, ignored)) return refused(file.path, ENOTDIR);
  return ok();
}

}  // namespace

Outcome check_files(const Declarations& declared) {
  const std::vector<NamedFile> inputs = list(declared.inputs);
  const std::vector<NamedFile> outputs = list(declared.outputs);
  const auto piped = [](const NamedFile& file) { return file.path == kStandardOutput; };
  for (const NamedFile& file : inputs)
    if (piped(file) && file.from_stdin == Stdin::refused)
      return fail(Code::bad_argument,
                  file.option + " cannot be standard input: name a file");
  if (std::count_if(inputs.begin(), inputs.end(), piped) > 1)
    return fail(Code::bad_argument, "only one input can be standard input");
  for (auto file = outputs.begin(); file != outputs.end(); ++file) {
    for (const NamedFile& input : inputs)
      if (input.path != kStandardOutput && same(input, *file))
        return fail(Code::bad_argument,
                    fmt::format("{}: {} would replace {}, which is read", file->option,
                                file->path, input.path));
    for (auto earlier = outputs.begin(); earlier != file; ++earlier)
      if (same(*earlier, *file))
        return fail(Code::bad_argument,
                    fmt::format("{} and {} cannot both be written to {}", earlier->option,
                                file->option, file->path));
    if (Outcome outcome = check_output(*file); !outcome) return outcome;
  }
  return ok();
}

Result<OutputWriter> OutputWriter::create(const std::string& path) {
  OutputWriter writer;
  if (path == kStandardOutput) return writer;
  Result<FileWriter> file = FileWriter::create(path);
  if (!file) return file.failure();
  writer.file_.emplace(std::move(*file));
  return writer;
}

Outcome OutputWriter::write(std::string_view piece) {
  if (file_) return file_->write(piece);
  errno = 0;
  if (std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size()) return ok();
  return standard_output_refused();
}

Outcome OutputWriter::finish() { return file_ ? file_->finish() : flush_standard_output(); }

Outcome write_output(const std::string& path, std::string_view content) {
  Result<OutputWriter> writer = OutputWriter::create(path);
  if (!writer) return writer.failure();
  ShownWork work("writing");
  work.monitor.total = content.size();
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  for (std::size_t begin = 0; begin < content.size(); begin += kPiece) {
    const std::string_view piece = content.substr(begin, kPiece);
    if (Outcome written = writer->write(piece); !written) return written;
    work.monitor.done += piece.size();
  }
  return writer->finish();
}

std::optional<std::uintmax_t> free_bytes(const std::string& path) {
  std::error_code error;
  if (path == kStandardOutput || is_device(path)) return std::nullopt;
  // Follows a symbolic link, as FileWriter does; absolute, since "name" alone has no
  // parent.
  const fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::space_info space = fs::space(target.parent_path(), error);
  if (error) return std::nullopt;
  return space.available;
}

Outcome write_forms(const std::vector<ReportForm>& forms,
                    const std::function<std::string()>& print_for_people) {
  bool output_taken = false;
  for (const ReportForm& form : forms) {
    if (!form.path) continue;
    const Result<std::string> content = form.print();
    if (!content) return content.failure();
    if (Outcome written = write_output(*form.path, *content); !written) return written;
    output_taken |= *form.path == kStandardOutput;
  }
  if (!output_taken) fmt::print("{}", print_for_people());
  return ok();
}

Outcome flush_standard_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return ok();
  return standard_output_refused();
}

}  // namespace throng::cli
