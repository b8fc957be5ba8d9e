#pragma once

#include <throng/query.hpp>

#include <string>

namespace throng {

/// "x,y", the notation of a cell in messages and files.
inline std::string text(Position p) {
  return std::to_string(p.x) + "," + std::to_string(p.y);
}

}  // namespace throng
