#pragma once

#include "memory.hpp"

#include <memory_resource>
#include <typeinfo>
#include <vector>

namespace throng {

/// Working memory that is kept from call to call, of one thread, of a paused search, or of
/// a whole Workers. Each room stores an object of its own type in it, so that no room
/// depends on the memory of the rooms above it. Occupies its own cache lines.
class alignas(64) Scratch {
 public:
  using allocator_type = Memory;  ///< a pmr::vector of Scratch passes its memory on

  explicit Scratch(Memory memory = {}) : parts_(memory) {}
  ~Scratch() {
    for (const Entry& part : parts_) part.destroy(part.object, parts_.get_allocator());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// The Part stored here; the first call constructs it as Part(Memory). Costs a few
  /// comparisons: call it once per search or block of tasks, not once per step.
  template <class Part>
  Part& of() {
    Part* const known = find<Part>();
    return known != nullptr ? *known : make<Part>();
  }

  /// Like of<Part>(), but null before the first call of of<Part>().
  template <class Part>
  Part* find() const noexcept {
    for (const Entry& part : parts_)
      if (part.type == &typeid(Part)) return static_cast<Part*>(part.object);
    return nullptr;
  }

 private:
  struct Entry {
    const std::type_info* type;
    void* object;
    void (*destroy)(void*, Memory);
  };

  template <class Part>
  Part& make() {
    Memory memory = parts_.get_allocator();
    parts_.reserve(parts_.size() + 1);  // from here on only the Part may throw
    Part* const part = memory.allocate_object<Part>();
    try {
      new (part) Part(memory);
    } catch (...) {
      memory.deallocate_object(part);
      throw;
    }
    parts_.push_back({&typeid(Part), part, [](void* object, Memory from) {
                        static_cast<Part*>(object)->~Part();
                        from.deallocate_object(static_cast<Part*>(object));
                      }});
    return *part;
  }

  std::pmr::vector<Entry> parts_;
};

}  // namespace throng
