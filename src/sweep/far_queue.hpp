#pragma once

#include "bucket_queue.hpp"
#include "heap4.hpp"

namespace throng {

/// A ring of buckets that also accepts the few keys that lie far ahead: they wait in a heap
/// until the ring reaches them. So a link that costs as much as a thousand steps does not
/// make the buckets a thousand times as wide. A view without a state of its own: the two
/// queues hold all entries, so a search may pause with one view and resume with another.
template <class Near>
class FarQueue {
 public:
  using Entry = OpenEntry;
  static constexpr bool kTakesAll = true;

  /// Both outlive this.
  FarQueue(Near& near, Heap4& far) noexcept : near_(near), far_(far) {}

  /// max_rise: of most keys.
  void clear(Cost first_key, Cost max_rise) noexcept {
    near_.clear(first_key, max_rise);
    far_.clear(first_key, max_rise);
  }

  Cost floor() const noexcept { return near_.floor(); }
  Cost ceiling() const noexcept { return near_.ceiling(); }
  Cost last_key() const noexcept { return near_.last_key(); }

  [[gnu::always_inline]] void push(Entry entry, Cost key) {
    if (key > near_.last_key()) [[unlikely]]
      put_off(entry, key);
    else
      near_.push(entry, key);
  }

  /// Pre: key <= last_key().
  [[gnu::always_inline]] void push_near(Entry entry, Cost key) { near_.push(entry, key); }

  bool pop(Entry& entry) {
    if (!far_.empty()) fetch();
    return near_.pop(entry);
  }

 private:
  [[gnu::noinline]] void put_off(Entry entry, Cost key) { far_.push(entry, key); }

  /// Moves the keys that the ring now accepts into it. The keys left in the heap are
  /// greater than all of its keys.
  void fetch() {
    if (near_.empty()) near_.skip_to(far_.least_key());
    while (!far_.empty() && far_.least_key() <= near_.last_key()) {
      const Cost key = far_.least_key();
      Entry entry{};
      far_.pop(entry);
      near_.push(entry, key);
    }
  }

  Near& near_;
  Heap4& far_;
};

}  // namespace throng
