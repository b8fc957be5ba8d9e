#pragma once

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// Decides whether the text read so far is more than a valid one can hold, so that the rest
/// need not be read.
using Enough = bool (*)(std::string_view so_far);

/// Returns the text of a file, or its beginning once enough() holds; enough may be null.
/// monitor: counts bytes, cannot cancel; may be null.
/// Errors: io, "PATH: reason", also for a directory; bad_format for a zero byte, which is
/// in no text. So the endless text of a device ends here, too.
Result<std::string> read_text(const std::string& path, Enough enough = nullptr,
                              Monitor* monitor = nullptr);

/// Fails if the path names something else than a regular file, such as a pipe, whose text
/// may never come. For paths that the user did not name one by one. A missing file passes:
/// reading reports it. Errors: io.
Outcome check_regular(const std::string& path);

struct CloseFile {
  void operator()(std::FILE* file) const;
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// Writes a file piece by piece to a temporary file next to `path`. finish() gives it the
/// permissions of the old file, if any, makes sure that it is on the disk, and renames it
/// to `path`. Until then the old file stays. If writing fails or is abandoned, the old file
/// stays and the temporary file is removed. A symbolic link is followed, even if it points
/// to no file: the file that it names is written. A device or pipe is written in place. A
/// temporary file that a killed process left is removed by the next write to `path`.
/// Errors of all functions: io, "PATH: reason".
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
  /// The disk begins to write so many bytes at a time, so that finish() waits for little.
  static constexpr std::size_t kPiece = std::size_t{4} << 20;

  explicit FileWriter(std::string path) : path_(std::move(path)) {}
  void create_beside();
  bool put_in_place();
  void give_up();

  std::string path_;
  std::string target_;       ///< after resolving symbolic links
  std::string beside_;       ///< the temporary file; empty: written in place
  OpenFile file_;            ///< null: finished, abandoned or moved from
  std::size_t written_ = 0;  ///< bytes
  std::size_t begun_ = 0;    ///< bytes that the disk has begun to write
};

/// Writes a whole file with FileWriter.
Outcome write_file(const std::string& path, std::string_view content);

/// Removes the temporary files of FileWriters in a folder, except those of writers that are
/// at work, here or in other processes. Errors: io.
Outcome remove_leftovers(const std::string& folder);

/// The file that a path names: `path` itself, or what its symbolic links lead to, which
/// need not exist.
std::string followed_links(const std::string& path);

/// Removes the temporary files of all FileWriters. From now on none is created or finished:
/// a thread that tries to waits forever. Call it only right before the process ends.
void abandon_all_files();

/// The last error of the operating system: io, "PATH: reason". Pre: a call has just failed.
Failure last_failure(const std::string& path);

/// "PATH: what", for an error in the content of a file.
Failure in_file(const std::string& path, const Error& error);

}  // namespace throng
