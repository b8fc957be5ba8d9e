#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace throng {

/// The bytes of a file, in memory. Immutable; aligned to a page.
class MappedFile {
 public:
  /// Maps a file, so that processes share its pages and bytes are read when they are used;
  /// or copies it. Another process that shortens a mapped file ends this one (SIGBUS).
  /// Replacing the file by a rename is safe.
  /// Errors: io, "PATH: reason"; also for anything but a regular file.
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path, bool copy);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  MappedFile(std::byte* data, std::size_t size) noexcept : data_(data), size_(size) {}

  std::byte* data_;  ///< null if the file is empty
  std::size_t size_;
};

}  // namespace throng
