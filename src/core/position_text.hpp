#pragma once

#include <throng/query.hpp>

#include <string>

namespace throng {

/// "x,y", as messages and files name a cell.
inline std::string text(Position p) {
  return std::to_string(p.x) + "," + std::to_string(p.y);
}

}  // namespace throng
