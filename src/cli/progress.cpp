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
constexpr std::chrono::minutes kBetweenLines{1};
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
    : line_([what = std::move(what), &monitor] {
        // Relaxed: a snapshot, which orders nothing.
        const std::size_t total = monitor.total.load(std::memory_order_relaxed);
        const std::size_t done =
            std::min(monitor.done.load(std::memory_order_relaxed), total);
        if (total == 0) return what;
        return fmt::format("{} {}  {} of {}", what, bar(done, total), count(done),
                           count(total));
      }) {
  if (isatty(STDERR_FILENO) == 0) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { draw_often(stop); });
}

Progress::Progress(std::function<std::string()> line) : line_(std::move(line)) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  thread_ = std::jthread([this, terminal](const std::stop_token& stop) {
    terminal ? draw_often(stop) : print_seldom(stop);
  });
}

Progress::~Progress() = default;

/// Returns false if the object is being destroyed.
bool Progress::pause(const std::stop_token& stop, milliseconds time) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

void Progress::draw_often(const std::stop_token& stop) {
  if (!pause(stop, kPatience)) return;
  const std::size_t columns = room();
  do {
    draw(line_(), columns);
  } while (pause(stop, kFrame));
  draw("", columns);
}

void Progress::print_seldom(const std::stop_token& stop) {
  while (pause(stop, kBetweenLines)) fmt::print(stderr, "throng: {}\n", line_());
}

std::string bar(std::size_t part, std::size_t whole) {
  return fmt::format("[{:-<{}}] {:>7}", std::string(kBarWidth * part / whole, '#'),
                     kBarWidth, percent(part, whole));
}

}  // namespace throng::cli
