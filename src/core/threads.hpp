#pragma once

// Threads of the platform, or stand-ins where it has none: WebAssembly without shared
// memory.

#if defined(__wasm__) && !defined(_REENTRANT)
#define THRONG_THREADS 0
#else
#define THRONG_THREADS 1
#endif

#if THRONG_THREADS
#include <algorithm>
#include <mutex>
#include <thread>
#endif

namespace throng {

#if THRONG_THREADS

using Mutex = std::mutex;
using Lock = std::lock_guard<Mutex>;
using Thread = std::jthread;

/// The number of processors, at least 1.
inline int processors() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#else

struct Mutex {};

/// There is no thread to wait for.
class Lock {
 public:
  explicit Lock(Mutex& /*mutex*/) noexcept {}
};

/// Runs its body at once, on the calling thread.
class Thread {
 public:
  Thread() = default;
  template <class Body, class... Arguments>
  explicit Thread(const Body& body, Arguments... arguments) {
    body(arguments...);
  }
  void join() noexcept {}
};

inline int processors() { return 1; }

#endif

}  // namespace throng
