#pragma once

#include "fresh_field.hpp"
#include "slot_set.hpp"

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Fields that are swept at the same time, and then written into the rows together, because
/// the time goes into reading and writing the rows.
class FreshFields {
 public:
  static constexpr std::size_t kMost = 4;
  /// Rows are written in multiples of this, so that threads share no word of `changed`.
  static constexpr std::size_t kRowsOfWord = 64;

  std::span<const std::unique_ptr<FreshField>> list() const noexcept {
    return std::span(fields_).first(count_);
  }
  bool empty() const noexcept { return count_ == 0; }
  SlotSet slots() const noexcept {
    SlotSet all = 0;
    for (const auto& field : list()) all |= SlotSet{1} << field->slot;
    return all;
  }

  /// Begins a field. Pre: there are less than kMost, and none is being written.
  FreshField& begin(unsigned slot, std::size_t cells) {
    THRONG_ASSERT(count_ < kMost && !writing);
    if (count_ == fields_.size()) fields_.push_back(std::make_unique<FreshField>());
    FreshField& field = *fields_[count_++];
    field.begin(slot, cells);
    return field;
  }
  /// Gives a field of list() up; the last one takes its place.
  void forget(std::size_t number) {
    fields_[number]->end();
    std::swap(fields_[number], fields_[--count_]);
  }
  /// Ends all fields.
  void clear() noexcept {
    for (const auto& field : list()) field->end();
    count_ = 0;
    writing = false;
    written = 0;
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = changed.capacity() * sizeof(std::uint64_t);
    for (const auto& field : fields_) bytes += sizeof(FreshField) + field->memory_bytes();
    return bytes;
  }

  bool writing = false;                ///< all fields are ready, and being written
  std::size_t written = 0;             ///< the rows before this padded cell have the values
  std::vector<std::uint64_t> changed;  ///< a bit a cell: writing changes its row

 private:
  std::vector<std::unique_ptr<FreshField>> fields_;
  std::size_t count_ = 0;  ///< in use
};

}  // namespace throng
