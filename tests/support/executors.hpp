#pragma once

#include <throng/workers.hpp>

#include <cstddef>
#include <stdexcept>

namespace throng::test {

/// Runs bodies one after the other on the calling thread, though it promises several at
/// once. Throws std::logic_error where throng does not keep to Executor's comments.
class SerialExecutor final : public Executor {
 public:
  enum class Order { forwards, backwards };

  explicit SerialExecutor(int concurrency, Order order = Order::forwards)
      : concurrency_(concurrency), order_(order) {}

  int concurrency() const override { return concurrency_; }

  void parallel_for(std::size_t count, Body body) override {
    if (count > static_cast<std::size_t>(concurrency_)) throw std::logic_error("too many");
    if (busy_) throw std::logic_error("called from within a body");
    busy_ = true;
    ++calls_;
    for (std::size_t i = 0; i < count; ++i)
      body(order_ == Order::forwards ? i : count - 1 - i);
    busy_ = false;
  }

  /// Of parallel_for().
  std::size_t calls() const noexcept { return calls_; }

 private:
  int concurrency_;
  Order order_;
  bool busy_ = false;
  std::size_t calls_ = 0;
};

}  // namespace throng::test
