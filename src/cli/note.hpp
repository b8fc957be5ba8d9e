#pragma once

#include <string>

namespace throng::cli {

/// Prints "throng: note: TEXT" on standard error, as one line. A note that this process has
/// printed before is not printed again. Thread safety: for one thread.
void note(const std::string& text);

}  // namespace throng::cli
