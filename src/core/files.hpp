#pragma once

#include <throng/result.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// Returns the content of a file. Errors: io, "PATH: reason", also for a directory.
Result<std::string> read_file(const std::string& path);

struct CloseFile {
  void operator()(std::FILE* file) const;
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Writes a file piece by piece to a temporary file next to `path`; finish() renames it to
/// `path`. Until then the old file, if any, stays. If writing fails or is abandoned, the
/// old file stays and the temporary file is removed. A symbolic link is followed. A device
/// or pipe is written in place. Errors of all functions: io, "PATH: reason".
class FileWriter {
 public:
  static Result<FileWriter> create(const std::string& path);
  /// Abandons the write, unless finished.
  ~FileWriter();
  FileWriter(FileWriter&&) noexcept = default;
  FileWriter& operator=(FileWriter&&) = delete;

  /// Pre (both): no call has failed, and finish() was not called.
  Outcome write(std::string_view piece);
  Outcome finish();

 private:
  explicit FileWriter(std::string path) : path_(std::move(path)) {}
  void create_beside();
  void remove_beside();
  void give_up();

  std::string path_;
  std::string target_;  ///< after resolving symbolic links
  std::string beside_;  ///< the temporary file; empty: written in place
  OpenFile file_;       ///< null: finished, abandoned or moved from
};

/// Writes a whole file with FileWriter.
Outcome write_file(const std::string& path, std::string_view content);

/// "PATH: what", for an error in the content of a file.
Failure in_file(const std::string& path, const Error& error);

}  // namespace throng
