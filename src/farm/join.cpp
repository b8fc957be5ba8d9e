#include "join.hpp"

#include "../core/files.hpp"
#include "../core/npy.hpp"
#include "json_reader.hpp"
#include "record_text.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <span>
#include <system_error>

namespace throng::farm {
namespace {

namespace fs = std::filesystem;

/// The shard that a record describes; nothing if the record is damaged.
std::optional<ShardedMatrix::Shard> read_shard(const std::string& record,
                                               std::size_t& count) {
  const Result<std::string> text = read_text(record);
  if (!text) return std::nullopt;
  const std::optional<Json> parsed = parse_record(*text);
  if (!parsed) return std::nullopt;
  std::optional<Failure> failure;
  JsonReader json(*parsed, "", failure);
  ShardedMatrix::Shard shard;
  shard.path = record.substr(0, record.size() - std::string_view(".json").size());
  json.read("bytes", shard.bytes, std::uint64_t{0},
            std::numeric_limits<std::uint64_t>::max());
  json.read("xxh3", shard.hash);
  JsonReader job = json.member("job");
  count =
      job.member("count").number(std::size_t{1}, std::numeric_limits<std::size_t>::max());
  const std::vector<JsonReader> rows = job.member("rows").elements();
  if (failure || rows.size() != 2) return std::nullopt;
  shard.first_row = rows[0].number(std::size_t{0}, count);
  shard.last_row = rows[1].number(shard.first_row, count);
  if (failure) return std::nullopt;
  return shard;
}

Failure rows_missing(const std::string& matrix, std::size_t row) {
  return fail(Code::bad_argument, matrix + ": row " + std::to_string(row) +
                                      " is missing; run the farm again to make it");
}

}  // namespace

std::uint64_t ShardedMatrix::bytes() const noexcept {
  return std::uint64_t{count} * count * sizeof(std::uint32_t);
}

Result<ShardedMatrix> find_shards(const OutputFolder& folder, const std::string& matrix) {
  ShardedMatrix found;
  std::error_code error;
  for (fs::directory_iterator entry(folder.output(""), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(matrix + ".") || !name.ends_with(".npy.json")) continue;
    if (auto shard = read_shard(entry->path().string(), found.count))
      found.shards.push_back(*std::move(shard));
  }
  if (error) return fail(Code::io, folder.output("") + ": " + error.message());
  if (found.shards.empty())
    return fail(Code::bad_argument,
                folder.path() + ": contains no matrix " + throng::quoted(matrix));
  std::ranges::sort(found.shards, {}, &ShardedMatrix::Shard::first_row);
  std::size_t row = 0;
  // Farms of different shard sizes may have worked here: what is there twice is left out.
  std::erase_if(found.shards, [&](const ShardedMatrix::Shard& shard) {
    if (shard.first_row != row) return true;
    row = shard.last_row;
    return false;
  });
  if (row != found.count) return rows_missing(matrix, row);
  return found;
}

Outcome join(const ShardedMatrix& matrix,
             const std::function<Outcome(std::string_view piece)>& write) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  if (Outcome begun = write(npy_header({matrix.count, matrix.count})); !begun) return begun;
  std::vector<char> piece(kPiece);
  for (const ShardedMatrix::Shard& shard : matrix.shards) {
    errno = 0;
    const OpenFile file(std::fopen(shard.path.c_str(), "rb"));
    if (!file) return last_failure(shard.path);
    std::size_t header =
        npy_header({shard.last_row - shard.first_row, matrix.count}).size();
    WideHasher hasher;
    std::uint64_t bytes = 0;
    for (std::size_t read = kPiece; read == kPiece;) {
      read = std::fread(piece.data(), 1, kPiece, file.get());
      if (std::ferror(file.get()) != 0) return last_failure(shard.path);
      hasher.add(std::as_bytes(std::span(piece).first(read)));
      bytes += read;
      const std::size_t skipped = std::min(header, read);
      header -= skipped;
      if (Outcome written = write({piece.data() + skipped, read - skipped}); !written)
        return written;
    }
    if (bytes != shard.bytes || digits_of(hasher.result()) != shard.hash)
      return fail(Code::bad_format,
                  shard.path + ": is damaged; run the farm again to make it again");
  }
  return ok();
}

}  // namespace throng::farm
