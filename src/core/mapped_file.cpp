#include "mapped_file.hpp"

#include "files.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace throng {
namespace {

/// Fills memory from a file. False if that fails or the file is shorter.
bool read_all(int file, std::byte* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(file, to, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Anonymous memory also for a copy: it is aligned to a page, and unmapped in the same way.
std::byte* map(int file, std::size_t size, bool copy) {
  void* const data =
      copy ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
           : mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (data == MAP_FAILED) return nullptr;
  if (!copy || read_all(file, static_cast<std::byte*>(data), size))
    return static_cast<std::byte*>(data);
  munmap(data, size);
  return nullptr;
}

}  // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path,
                                                           bool copy) {
  errno = 0;
  // Without O_NONBLOCK, opening a pipe waits for its writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return last_failure(path);
  struct stat there {};
  std::byte* data = nullptr;
  const bool known = fstat(file, &there) == 0;
  const bool regular = known && S_ISREG(there.st_mode);
  const std::size_t size = regular ? static_cast<std::size_t>(there.st_size) : 0;
  if (size > 0) data = map(file, size, copy);
  const Failure failure = last_failure(path);
  close(file);
  if (known && !regular) return fail(Code::io, path + ": not a regular file");
  if (!known || (size > 0 && data == nullptr)) return failure;
  // make_shared() cannot call a private constructor.
  return std::shared_ptr<const MappedFile>(new MappedFile(data, size));
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace throng
