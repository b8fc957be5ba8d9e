#pragma once

#include "../examples/job_pool.hpp"
#include "catch.hpp"
#include "thread_counts.hpp"

#include <throng/workers.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string_view>

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

/// Runs only the first bodies of each call, on the calling thread, and then throws
/// std::runtime_error in one call.
class UnreliableExecutor final : public Executor {
 public:
  static constexpr std::size_t kNever = ~std::size_t{0};

  /// fatal: the number of that call, from 0.
  explicit UnreliableExecutor(std::size_t bodies, std::size_t fatal = kNever)
      : bodies_(bodies), fatal_(fatal) {}

  int concurrency() const override { return 4; }

  void parallel_for(std::size_t count, Body body) override {
    for (std::size_t i = 0; i < std::min(count, bodies_); ++i) body(i);
    if (calls_++ == fatal_) throw std::runtime_error("no more jobs");
  }

 private:
  std::size_t bodies_, fatal_;
  std::size_t calls_ = 0;
};

/// Calls body(threads) with Workers, or a Crew, of each kind on which results must be
/// equal: kThreadCounts own threads, and executors that run bodies in another order, on
/// other threads, or not at all, so that the caller does all the work.
template <class Threads, class Body>
void on_all_threads(const Body& body) {
  for (const int count : kThreadCounts) {
    CAPTURE(count);
    Threads own(count);
    body(own);
  }
  const auto on = [&](std::string_view name, Executor& executor) {
    CAPTURE(name);
    Threads lent(executor);
    body(lent);
  };
  SerialExecutor forwards(16), backwards(7, SerialExecutor::Order::backwards);
  on("one body after the other", forwards);
  on("the last body first", backwards);
  UnreliableExecutor no_bodies(0), one_body(1);
  on("no bodies", no_bodies);
  on("one body", one_body);
  JobPool pool(3);
  on("a pool", pool);
  on("the arena of the caller", current_arena());
}

/// Checks that result(threads) is equal on all of on_all_threads(), and returns it.
template <class Threads, class ResultOn>
auto equal_on_all_threads(const ResultOn& result) {
  Threads alone(1);
  auto expected = result(alone);
  on_all_threads<Threads>([&](Threads& threads) { CHECK((result(threads) == expected)); });
  return expected;
}

}  // namespace throng::test
