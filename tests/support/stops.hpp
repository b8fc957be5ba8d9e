#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace throng::test {

/// Calls act() in a child process, in which it may start no threads. Returns what it prints
/// to standard error if it stops the program by std::abort; else nothing.
template <class Act>
std::string last_words(const Act& act) {
  std::array<int, 2> pipe_ends{};
  if (::pipe(pipe_ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // else Catch reports it
    ::dup2(pipe_ends[1], STDERR_FILENO);
    act();
    ::_exit(0);
  }
  ::close(pipe_ends[1]);
  std::string words;
  std::array<char, 256> buffer{};
  for (ssize_t bytes = 0; (bytes = ::read(pipe_ends[0], buffer.data(), buffer.size())) > 0;)
    words.append(buffer.data(), static_cast<std::size_t>(bytes));
  ::close(pipe_ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? words : "";
}

}  // namespace throng::test
