#include "files.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace throng {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    std::fclose(file);  // NOLINT(cppcoreguidelines-owning-memory): this is the owner
  }
};
using File = std::unique_ptr<std::FILE, Close>;

/// What the operating system said last. Pre: a call has just failed.
Failure last_failure(const std::string& path) {
  const int reason = errno != 0 ? errno : EIO;
  return fail(Code::io, path + ": " + std::generic_category().message(reason));
}

/// Writes and closes; the reason in errno when that fails.
bool write_and_close(File file, std::string_view content) {
  errno = 0;
  if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size())
    return false;
  // A full disk may show only now. NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
  return std::fclose(file.release()) == 0;
}

/// A file that did not exist before, beside `path`; its name goes to `name`.
File create_beside(const std::string& path, std::string& name) {
  constexpr int kTries = 100;  // a crash may have left one, a busy neighbour a few
  for (int number = 0; number < kTries; ++number) {
    name = path + ".new" + std::to_string(number);
    File file(std::fopen(name.c_str(), "wbx"));
    if (file || errno != EEXIST) return file;
  }
  return nullptr;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  errno = 0;
  const File file(std::fopen(path.c_str(), "rb"));
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

Outcome write_file(const std::string& path, std::string_view content) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status there = fs::status(path, ignored);
  errno = 0;
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    // A device or a pipe is written to, not replaced; a directory refuses here.
    File file(std::fopen(path.c_str(), "wb"));
    if (!file || !write_and_close(std::move(file), content)) return last_failure(path);
    return ok();
  }
  // Behind a symbolic link stands the file that is meant.
  const std::string target =
      fs::exists(there) ? fs::canonical(path, ignored).string() : path;
  std::string name;
  File file = create_beside(target, name);
  if (!file) return last_failure(path);
  if (!write_and_close(std::move(file), content) ||
      std::rename(name.c_str(), target.c_str()) != 0) {
    const Failure failure = last_failure(path);
    std::remove(name.c_str());
    return failure;
  }
  return ok();
}

Failure in_file(const std::string& path, const Error& error) {
  return fail(error.code, path + ": " + error.what);
}

}  // namespace throng
