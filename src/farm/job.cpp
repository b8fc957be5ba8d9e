#include "job.hpp"

#include "../core/files.hpp"
#include "../core/words.hpp"
#include "../index/map_identity.hpp"

#include <cerrno>
#include <cstdio>
#include <span>
#include <vector>

namespace throng::farm {

std::string_view name(JobKind kind) noexcept {
  constexpr std::array<std::string_view, kJobKinds.size()> kWords{
      "index", "points", "matrix", "fields", "throughput"};
  return word_of(kWords, kind);
}

Result<JobKind> parse_job_kind(std::string_view word) { return find_word(kJobKinds, word); }

std::string digits_of(const WideHash& hash) {
  return hexadecimal(hash.high) + hexadecimal(hash.low);
}

Result<FileHash> hash_file(const std::string& path) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  errno = 0;
  const OpenFile file(std::fopen(path.c_str(), "rb"));
  if (!file) return last_failure(path);
  std::vector<char> piece(kPiece);
  WideHasher hasher;
  FileHash result;
  for (;;) {
    const std::size_t read = std::fread(piece.data(), 1, piece.size(), file.get());
    if (std::ferror(file.get()) != 0) return last_failure(path);
    hasher.add(std::as_bytes(std::span(piece).first(read)));
    result.bytes += read;
    if (read < piece.size()) break;
  }
  result.hash = digits_of(hasher.result());
  return result;
}

}  // namespace throng::farm
