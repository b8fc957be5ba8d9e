#pragma once

#include "job.hpp"

#include <throng/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace throng::farm {

/// What a job found out, for the report: names and values in JSON.
using Facts = std::string;

/// What stands beside an output and makes it complete: an output without its record is not
/// there, whatever became of the process that wrote it.
struct Record {
  std::uint64_t bytes = 0;  ///< of the output
  std::string hash;         ///< XXH3 of the output, 32 digits
  Facts facts = "{}";
};

/// The folder of a farm: `outputs` holds a file and a record for each job, `timings` the
/// times of experiments. Members may be called by several threads, and several processes
/// may work in one folder: files are renamed into place.
class OutputFolder {
 public:
  /// A folder that may not exist.
  explicit OutputFolder(std::string path) : path_(std::move(path)) {}

  /// Makes the folders, and removes the temporary files of processes that are dead.
  /// Errors: io.
  static Result<OutputFolder> open(const std::string& path);

  const std::string& path() const noexcept { return path_; }
  std::string output(const std::string& file) const { return path_ + "/outputs/" + file; }
  std::string record(const std::string& file) const { return output(file) + ".json"; }
  std::string timing(const std::string& file) const { return path_ + "/timings/" + file; }

  /// The record of a job whose output exists with the right size; nothing if the record is
  /// missing, damaged or that of another job.
  std::optional<Record> find(const Job& job) const;
  /// The same, if the output's bytes have the record's hash. Cost: reads the output.
  std::optional<Record> verify(const Job& job) const;

  /// Completes an output that has been written. Returns its record. Errors: io.
  Result<Record> complete(const Job& job, const Facts& facts) const;

 private:
  std::string path_;
};

}  // namespace throng::farm
