#include "output_folder.hpp"

#include "../core/files.hpp"
#include "job_text.hpp"
#include "record_text.hpp"

#include <filesystem>
#include <limits>
#include <system_error>
#include <unistd.h>

namespace throng::farm {
namespace {

namespace fs = std::filesystem;

std::string print(const Job& job, const Record& record) {
  return print_record({{"job", Json::parse(describe(job))},
                       {"file", job.file},
                       {"bytes", record.bytes},
                       {"xxh3", record.hash},
                       {"facts", Json::parse(record.facts)}});
}

Outcome make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return fail(Code::io, path + ": " + error.message());
  if (access(path.c_str(), W_OK) != 0) return last_failure(path);
  return ok();
}

}  // namespace

Result<OutputFolder> OutputFolder::open(const std::string& path) {
  OutputFolder folder(path);
  for (const std::string& name : {path, folder.output(""), folder.timing("")}) {
    if (Outcome made = make_folder(name); !made) return made.failure();
    if (Outcome removed = remove_leftovers(name); !removed) return removed.failure();
  }
  return folder;
}

std::optional<Record> OutputFolder::find(const Job& job) const {
  const Result<std::string> text = read_text(record(job.file));
  if (!text) return std::nullopt;
  const std::optional<Json> parsed = parse_record(*text);
  if (!parsed) return std::nullopt;
  std::optional<Failure> failure;
  JsonReader json(*parsed, "", failure);
  Record found;
  json.read("bytes", found.bytes, std::uint64_t{0},
            std::numeric_limits<std::uint64_t>::max());
  json.read("xxh3", found.hash);
  if (!json.has("facts") || failure) return std::nullopt;
  found.facts = (*parsed)["facts"].dump();
  if (print(job, found) != *text) return std::nullopt;  // that of another job
  std::error_code error;
  if (fs::file_size(output(job.file), error) != found.bytes || error) return std::nullopt;
  return found;
}

std::optional<Record> OutputFolder::verify(const Job& job) const {
  std::optional<Record> found = find(job);
  if (!found) return std::nullopt;
  const Result<FileHash> now = hash_file(output(job.file));
  if (!now || now->hash != found->hash || now->bytes != found->bytes) return std::nullopt;
  return found;
}

Result<Record> OutputFolder::complete(const Job& job, const Facts& facts) const {
  const Result<FileHash> written = hash_file(output(job.file));
  if (!written) return written.failure();
  Record made{written->bytes, written->hash, facts};
  if (Outcome kept = write_file(record(job.file), print(job, made)); !kept)
    return kept.failure();
  return made;
}

}  // namespace throng::farm
