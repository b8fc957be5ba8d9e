#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <throng.h>
#include <utility>

// What every function of the C interface does: it checks its arguments, and turns errors
// and exceptions into codes. Inside, a refusal is an exception, so functions read as if
// nothing could go wrong.

namespace throng::c_interface {

/// Why a call fails.
struct Refusal {
  throng_code code;
  std::string what;
};

[[noreturn]] inline void refuse(std::string what, throng_code code = THRONG_BAD_ARGUMENT) {
  throw Refusal{code, std::move(what)};
}

/// A function of the host threw an exception.
struct HostFailure {};

/// Sets throng_last_error() from the exception that is being handled, and returns its code.
throng_code report_exception() noexcept;

/// Runs the body of a function of the interface.
template <class Body>
throng_code guarded(const Body& body) noexcept {
  try {
    body();
    return THRONG_OK;
  } catch (...) {
    return report_exception();
  }
}

throng_code code_of(Code code) noexcept;

/// The value of a result; refuses if it is an error.
template <class T>
T take(Result<T> result) {
  if (!result) refuse(result.error().what, code_of(result.error().code));
  return *std::move(result);
}

/// Where a function writes.
template <class T>
T& out(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + " is null");
  return *pointer;
}

/// An array of the caller.
template <class T>
std::span<T> array(T* first, std::size_t count, const char* name) {
  if (first == nullptr && count > 0) refuse(std::string(name) + " is null");
  return {first, count};
}

/// Saved bytes of the caller.
inline std::string_view bytes_of(const void* bytes, std::size_t size) {
  const auto all = array(static_cast<const char*>(bytes), size, "bytes");
  return {all.data(), all.size()};
}

/// Hands out what make() returns, and keeps it in `kept` until the next call.
template <class Make>
void give_bytes(std::string& kept, const void** bytes, std::size_t* size,
                const Make& make) {
  out(bytes, "bytes");
  out(size, "size");
  kept = make();
  *bytes = kept.data();
  *size = kept.size();
}

/// An array of the caller, as the same array of another type with the same layout.
template <class To, class From>
std::span<const To> array_as(const From* first, std::size_t count, const char* name) {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(alignof(To) == alignof(From));
  return {reinterpret_cast<const To*>(array(first, count, name).data()), count};
}

/// An array of the library as one of the interface; null if it is empty.
template <class To, class Values>
const To* view_of(const Values& values) noexcept {
  static_assert(sizeof(To) == sizeof(typename Values::value_type));
  return values.empty() ? nullptr : reinterpret_cast<const To*>(values.data());
}

/// visit(one) for each struct of an array of the caller. All have the size that the first
/// one names: a program may have been compiled when the struct was smaller.
template <class T, class Visit>
void for_each_sized(const T* first, std::size_t count, const char* name,
                    const Visit& visit) {
  if (count == 0) return;
  const std::uint32_t size = out(first, name).size;
  if (size % alignof(T) != 0)
    refuse("the size of the " + std::string(name) + " is not one of the struct");
  for (std::size_t i = 0; i < count; ++i) {
    const auto* const one =
        reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(first) + i * size);
    if (one->size != size) refuse("the " + std::string(name) + " are of different sizes");
    visit(one);
  }
}

/// A constant of the interface as an enumerator. last: the largest.
template <class Enum>
Enum choice(std::int32_t value, Enum last, const char* name) {
  if (value < 0 || value > static_cast<std::int32_t>(last))
    refuse(std::string(name) + " is " + std::to_string(value) + ", not 0 to " +
           std::to_string(static_cast<std::int32_t>(last)));
  return static_cast<Enum>(value);
}

/// Refuses a number of units or places that 32 bits cannot count.
inline void need_fewer(std::size_t count, const char* name) {
  if (count >= std::numeric_limits<std::uint32_t>::max() - 1)
    refuse(std::string("too many ") + name);
}

/// Refuses unless a buffer of the caller has room.
inline void need_room(std::size_t capacity, std::size_t count) {
  if (capacity < count)
    refuse("the buffer holds " + std::to_string(capacity) + " of " + std::to_string(count) +
               " elements",
           THRONG_TOO_SMALL);
}

}  // namespace throng::c_interface
