#pragma once

#include "json.hpp"

#include <throng/query.hpp>

#include <span>
#include <string>
#include <string_view>

namespace throng::cli {

/// Where figures come from: the program, the machine, the time and the command line.
struct Origin {
  std::string version, compiler, processor;
  std::string date;  ///< and time, in UTC: "2026-11-23T09:30:00Z"
  std::string command;
};

/// The origin of what this process measures now.
Origin current_origin(const std::string& command);

/// Adds the origin to a JSON object: throng_version, compiler, processor, date, command.
void add_origin(const Origin& origin, Json& json);

/// XXH64 of a text, as xxhsum prints it.
std::string hash_of(std::string_view text);

/// XXH64 of all coordinates.
std::string hash_of(std::span<const Query> queries);

}  // namespace throng::cli
