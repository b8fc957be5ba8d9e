#include "handles.hpp"
#include "options.hpp"

#include <throng/query.hpp>
#include <throng/version.hpp>

#include <array>

using namespace throng::c_interface;

const char* throng_version() { return throng::version(); }

int32_t throng_abi() { return THRONG_ABI; }

// Raise it together with the golden hashes of tests/batch/golden_test.cpp.
int32_t throng_result_version() { return 10; }

const char* throng_code_name(throng_code code) {
  constexpr std::array kNames{"ok",
                              "bad argument",
                              "bad format",
                              "unsupported",
                              "over limit",
                              "input or output failed",
                              "cancelled",
                              "out of memory",
                              "the host failed",
                              "busy",
                              "broken",
                              "the buffer is too small",
                              "internal error"};
  static_assert(kNames.size() == THRONG_INTERNAL + 1);
  const auto i = static_cast<std::size_t>(code);
  return i < kNames.size() ? kNames[i] : "unknown";
}

const char* throng_status_name(uint8_t status) {
  // The names are literals, so a 0 follows each of them.
  return status <= THRONG_NOT_RUN ? name(static_cast<throng::Status>(status)).data()
                                  : "unknown";
}

throng_code throng_host_init(throng_host* host, uint32_t size) {
  return guarded([&] { init(host, size, "host"); });
}

throng_code throng_workers_create(int32_t threads, const throng_host* host,
                                  throng_workers** workers) {
  return guarded([&] { create(workers, "workers", threads, host); });
}

throng_code throng_workers_destroy(throng_workers* workers) {
  return guarded([&] {
    if (workers == nullptr) return;
    { const WorkersOfCall nobody_else(workers); }
    delete workers;
  });
}

throng_code throng_workers_info(const throng_workers* workers, int32_t* threads,
                                size_t* bytes) {
  return guarded([&] {
    const throng::Workers& mine = use(workers, "workers").workers;
    out(threads, "threads");
    out(bytes, "bytes") = mine.memory_bytes();
    *threads = mine.threads();
  });
}

throng_code throng_monitor_create(throng_monitor** monitor) {
  return guarded([&] { create(monitor, "monitor"); });
}

throng_code throng_monitor_destroy(throng_monitor* monitor) {
  return destroy(monitor, "monitor");
}

throng_code throng_monitor_reset(throng_monitor* monitor) {
  return guarded([&] {
    throng::Monitor& mine = use(monitor, "monitor").monitor;
    mine.done = 0;
    mine.total = 0;
    mine.cancel = false;
  });
}

throng_code throng_monitor_cancel(throng_monitor* monitor) {
  return guarded([&] { use(monitor, "monitor").monitor.cancel = true; });
}

throng_code throng_monitor_progress(const throng_monitor* monitor, uint64_t* done,
                                    uint64_t* total) {
  return guarded([&] {
    const throng::Monitor& mine = use(monitor, "monitor").monitor;
    out(done, "done");
    out(total, "total") = mine.total;
    *done = mine.done;
  });
}
