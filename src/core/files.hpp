#pragma once

#include <throng/result.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// The whole content of a file. Errors: io, "PATH: reason"; a directory is one.
Result<std::string> read_file(const std::string& path);

struct CloseFile {
  void operator()(std::FILE* file) const;
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Writes a file piece by piece: to a new one beside `path`, which finish() renames to
/// `path`. Until then the old file (or none) is there, and it stays where writing fails or
/// is given up: nothing else is left then. A symbolic link is followed; a device or pipe is
/// written to as it is. Errors of all: io, "PATH: reason".
class FileWriter {
 public:
  static Result<FileWriter> create(const std::string& path);
  /// Gives up, unless finished.
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
  std::string target_;  ///< behind symbolic links
  std::string beside_;  ///< the new file, to be renamed; empty: written in place
  OpenFile file_;       ///< null: finished, given up or moved away
};

/// The same of a whole file at once.
Outcome write_file(const std::string& path, std::string_view content);

/// "PATH: what", for an error met in the content of a file.
Failure in_file(const std::string& path, const Error& error);

}  // namespace throng
