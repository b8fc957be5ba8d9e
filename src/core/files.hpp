#pragma once

#include <throng/result.hpp>

#include <string>
#include <string_view>

namespace throng {

/// The whole content of a file. Errors: io, "PATH: reason"; a directory is one.
Result<std::string> read_file(const std::string& path);

/// Writes `content` to a new file beside `path`, then renames it to `path`: either the
/// whole file is there or the old one (or none) is. A symbolic link is followed; a device
/// or pipe is written to as it is. Errors: io, "PATH: reason"; nothing is left.
Outcome write_file(const std::string& path, std::string_view content);

/// "PATH: what", for an error met in the content of a file.
Failure in_file(const std::string& path, const Error& error);

}  // namespace throng
