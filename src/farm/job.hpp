#pragma once

#include "../experiment/throughput.hpp"
#include "../index/hash.hpp"
#include "../map/ground.hpp"

#include <throng/algorithm.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng::farm {

/// What a job makes.
enum class JobKind : std::uint8_t {
  index,       ///< an index file
  points,      ///< the points of a matrix: a text
  matrix,      ///< some rows of a matrix of distances: an .npy file
  fields,      ///< the fields of landmarks: an .npy file
  throughput,  ///< what engines do for a batch of queries; their times stand apart
};

inline constexpr std::array kJobKinds{JobKind::index, JobKind::points, JobKind::matrix,
                                      JobKind::fields, JobKind::throughput};

std::string_view name(JobKind kind) noexcept;
Result<JobKind> parse_job_kind(std::string_view word);

/// The points of a map between which distances are measured.
enum class PointKind : std::uint8_t {
  all,     ///< all open cells, row by row
  gates,   ///< the gates between areas: runs of cells, see Gates
  random,  ///< some open cells, drawn with a seed
  list,    ///< those of a file
};

struct PointChoice {
  PointKind kind = PointKind::all;
  std::uint32_t count = 0;  ///< random: at most so many
  std::uint64_t seed = 0;   ///< random
};

/// A file that a job reads; an empty path: none.
struct InputFile {
  std::string path;
  std::string hash;  ///< XXH3 of its bytes, 32 digits
};

/// The batch and the engines of a throughput experiment.
struct ThroughputChoice {
  experiment::CombinationChoice combinations;
  std::size_t queries = 1000;
  std::uint64_t seed = 0;
  std::size_t repeats = 5;
  std::size_t hub_memory = IndexOptions{}.hub_labels.memory;
  std::size_t gate_memory = IndexOptions{}.gates.memory;
};

/// One output, and all that it is made of. A job is complete: a process that has never seen
/// the manifest can run it.
struct Job {
  JobKind kind = JobKind::index;
  Rules rules;
  InputFile map, weights, links;
  InputFile list;      ///< points and matrices of a list
  InputFile scenario;  ///< throughput; empty: random queries

  IndexOptions index;                       ///< index, fields
  FieldMetric metric = FieldMetric::cost;   ///< matrix
  PointChoice points;                       ///< points, matrix
  std::string points_hash;                  ///< points, matrix: of all points in order
  std::size_t point_count = 0;              ///< points, matrix
  std::size_t first_row = 0, last_row = 0;  ///< matrix: the rows before last_row
  ThroughputChoice throughput;              ///< throughput

  /// The name of the output: the kind, a hash of what it depends on, and what type it has.
  /// See set_names().
  std::string file;
  std::string matrix;  ///< matrix: what the names of all its files begin with

  // Estimates; see estimate().
  std::size_t memory = 0;  ///< bytes that the job takes at most
  std::size_t bytes = 0;   ///< of the output
  double seconds = 0;      ///< on one thread
};

/// 32 digits.
std::string digits_of(const WideHash& hash);

/// The hash of the bytes of a file, and their number, read in pieces.
struct FileHash {
  std::string hash;
  std::uint64_t bytes = 0;
};
/// Errors: io.
Result<FileHash> hash_file(const std::string& path);

}  // namespace throng::farm
