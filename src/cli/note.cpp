#include "note.hpp"

#include "text.hpp"

#include <cstdio>
#include <fmt/core.h>
#include <set>

namespace throng::cli {

void note(const std::string& text) {
  static std::set<std::string> printed;
  if (printed.insert(text).second) fmt::print(stderr, "throng: note: {}\n", one_line(text));
}

}  // namespace throng::cli
