#include "files.hpp"

#include <throng/assert.hpp>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace throng {
namespace {

/// The last error of the operating system. Pre: a call has just failed.
Failure last_failure(const std::string& path) {
  const int reason = errno != 0 ? errno : EIO;
  return fail(Code::io, path + ": " + std::generic_category().message(reason));
}

}  // namespace

void CloseFile::operator()(std::FILE* file) const {
  std::fclose(file);  // NOLINT(cppcoreguidelines-owning-memory): this is the owner
}

Result<std::string> read_file(const std::string& path) {
  errno = 0;
  const OpenFile file(std::fopen(path.c_str(), "rb"));
  if (!file) return last_failure(path);
  std::string content;
  std::array<char, 1 << 16> block{};
  for (;;) {
    const std::size_t read = std::fread(block.data(), 1, block.size(), file.get());
    content.append(block.data(), read);
    if (std::ferror(file.get()) != 0) return last_failure(path);
    if (read < block.size()) return content;
  }
}

/// Creates a new file next to the target.
void FileWriter::create_beside() {
  constexpr int kTries = 100;  // a crash may have left one file, concurrent writers a few
  for (int number = 0; number < kTries; ++number) {
    beside_ = target_ + ".new" + std::to_string(number);
    file_ = OpenFile(std::fopen(beside_.c_str(), "wbx"));
    if (file_ || errno != EEXIST) return;
  }
}

Result<FileWriter> FileWriter::create(const std::string& path) {
  namespace fs = std::filesystem;
  FileWriter writer(path);
  std::error_code ignored;
  const fs::file_status there = fs::status(path, ignored);
  // A symbolic link is resolved to its target.
  writer.target_ = fs::exists(there) ? fs::canonical(path, ignored).string() : path;
  errno = 0;
  // A device or a pipe is written in place. A directory fails here.
  if (fs::exists(there) && !fs::is_regular_file(there))
    writer.file_ = OpenFile(std::fopen(path.c_str(), "wb"));
  else
    writer.create_beside();
  if (!writer.file_) return last_failure(path);
  return writer;
}

FileWriter::~FileWriter() { give_up(); }

void FileWriter::remove_beside() {
  if (!beside_.empty()) std::remove(beside_.c_str());
}

void FileWriter::give_up() {
  if (!file_) return;
  file_.reset();
  remove_beside();
}

Outcome FileWriter::write(std::string_view piece) {
  THRONG_ASSERT(file_ != nullptr);
  errno = 0;
  if (std::fwrite(piece.data(), 1, piece.size(), file_.get()) == piece.size()) return ok();
  const Failure failure = last_failure(path_);
  give_up();
  return failure;
}

Outcome FileWriter::finish() {
  THRONG_ASSERT(file_ != nullptr);
  errno = 0;
  // A full disk may be reported only now. NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
  if (std::fclose(file_.release()) == 0 &&
      (beside_.empty() || std::rename(beside_.c_str(), target_.c_str()) == 0))
    return ok();
  const Failure failure = last_failure(path_);
  remove_beside();
  return failure;
}

Outcome write_file(const std::string& path, std::string_view content) {
  Result<FileWriter> writer = FileWriter::create(path);
  if (!writer) return writer.failure();
  if (Outcome written = writer->write(content); !written) return written;
  return writer->finish();
}

Failure in_file(const std::string& path, const Error& error) {
  return fail(error.code, path + ": " + error.what);
}

}  // namespace throng
