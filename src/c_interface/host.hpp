#pragma once

#include <throng/workers.hpp>

#include <memory_resource>
#include <throng.h>

namespace throng::c_interface {

/// The job system and the memory of a throng_host, or throng's own.
class Host final : public Executor, private std::pmr::memory_resource {
 public:
  /// Errors: refuses an incomplete host.
  explicit Host(const throng_host* host);

  bool has_jobs() const noexcept { return host_.parallel_for != nullptr; }
  std::pmr::memory_resource* memory() noexcept;

  int concurrency() const override { return host_.concurrency; }
  void parallel_for(std::size_t count, Body body) override;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  throng_host host_;
};

}  // namespace throng::c_interface
