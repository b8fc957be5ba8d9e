#pragma once

#include "job.hpp"

#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::farm {

/// How a class of units moves, and the files that tell where.
struct UnitClass {
  std::string name;
  Rules rules;
  std::string weights, links;  ///< patterns of file names, see file_for(); empty: none
};

/// What to make for each map and each class.
struct Order {
  std::string name;
  JobKind kind = JobKind::index;           ///< never points: they come with a matrix
  std::vector<std::size_t> classes;        ///< by number
  IndexOptions index;                      ///< index, fields
  FieldMetric metric = FieldMetric::cost;  ///< matrix
  PointChoice points;                      ///< matrix
  std::string list;                        ///< matrix of a list: a pattern
  std::size_t shard_bytes = std::size_t{64} << 20;  ///< matrix: of a file, about
  ThroughputChoice throughput;
  std::string scenario;  ///< throughput: a pattern; empty: random queries
};

struct Manifest {
  std::string folder;             ///< relative names count from here; empty: from here
  std::vector<std::string> maps;  ///< patterns of file names, as given
  std::vector<UnitClass> classes;
  std::vector<Order> orders;
};

/// Reads a manifest; see src/farm/README.md for its format.
/// Errors: io; bad_format, "PATH: WHERE: what", where line and column are those of a text
///         that is no JSON, and "jobs[1].landmarks" is a member.
Result<Manifest> read_manifest(const std::string& path);

/// The file that belongs to a map: a pattern, in which {map} is the map's name, {folder}
/// its folder, and {name} its name without folder and type.
std::string file_for(const std::string& pattern, const std::string& map);

/// `name`, from the folder of the manifest unless it is absolute.
std::string from_folder(const Manifest& manifest, const std::string& name);

/// The maps of a manifest, each once, in the order of their names: what the patterns match
/// (*, ?, [abc]), and names without these signs even if there is no such file.
/// Errors: bad_argument, if a pattern matches nothing.
Result<std::vector<std::string>> find_maps(const Manifest& manifest);

}  // namespace throng::farm
