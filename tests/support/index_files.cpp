#include "index_files.hpp"

#include "temporary.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace throng::test {
namespace {

/// A file in memory, with a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : file_(memfd_create("index", 0)) {
    const auto size = static_cast<ssize_t>(bytes.size());
    if (file_ < 0 || write(file_, bytes.data(), bytes.size()) != size) std::abort();
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace

std::string saved(const Index& index) {
  const TemporaryFolder folder;
  const std::string path = folder.file("index");
  if (!index.save(path)) return {};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Result<Index> loaded(const std::string& bytes, const std::shared_ptr<const Grid>& grid,
                     const IndexLoadOptions& options) {
  const MemoryFile file(bytes);
  return Index::load(file.path(), grid, options);
}

}  // namespace throng::test
