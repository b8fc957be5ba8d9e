#include "progress.hpp"

#include "text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace throng::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{500};
constexpr milliseconds kFrame{100};
constexpr std::size_t kBarWidth = 30;

/// Columns of the terminal, without the last one, where some terminals wrap.
std::size_t room() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - std::size_t{1} : 79;
}

/// Replaces the text on the line. Blanks instead of escapes work on every terminal.
void draw(const std::string& text, std::size_t columns) {
  fmt::print(stderr, "\r{:<{}}\r{}", "", columns, text.substr(0, columns));
  std::fflush(stderr);
}

}  // namespace

Progress::Progress(std::string what, const Monitor& monitor)
    : what_(std::move(what)), monitor_(monitor) {
  if (isatty(STDERR_FILENO) == 0) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Progress::~Progress() = default;

void Progress::run(const std::stop_token& stop) {
  const auto pause = [&](milliseconds time) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
  };
  if (!pause(kPatience)) return;
  const std::size_t columns = room();
  do {
    draw(line(), columns);
  } while (pause(kFrame));
  draw("", columns);
}

std::string Progress::line() const {
  // Relaxed: a snapshot, which orders nothing.
  const std::size_t total = monitor_.total.load(std::memory_order_relaxed);
  const std::size_t done = std::min(monitor_.done.load(std::memory_order_relaxed), total);
  if (total == 0) return what_;
  return fmt::format("{} [{:-<{}}] {:>7}  {} of {}", what_,
                     std::string(kBarWidth * done / total, '#'), kBarWidth,
                     percent(done, total), count(done), count(total));
}

}  // namespace throng::cli
