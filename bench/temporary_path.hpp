#pragma once

#include <filesystem>
#include <string>
#include <unistd.h>

namespace throng::bench {

/// A name of a file or folder, which is gone at the end. One of a kind at a time.
class TemporaryPath {
 public:
  explicit TemporaryPath(const std::string& kind)
      : path_((std::filesystem::temp_directory_path() /
               ("throng-bench-" + std::to_string(getpid()) + "." + kind))
                  .string()) {}
  ~TemporaryPath() { std::filesystem::remove_all(path_); }
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace throng::bench
