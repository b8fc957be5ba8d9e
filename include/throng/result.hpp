#pragma once

#include <throng/assert.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace throng {

/// What kind of failure: lets a caller tell a typing error from a full disk.
enum class Code : std::uint8_t {
  bad_argument,  ///< a value that makes no sense
  bad_format,    ///< a text that breaks the rules of its format
  unsupported,   ///< makes sense, but cannot be done: too large, or no such combination
  over_limit,    ///< needs more than an option of the call allows
  io,            ///< the operating system refused
  cancelled,     ///< the caller's Monitor said so
};

struct Error {
  Code code = Code::bad_argument;
  /// One line for a person: where, what was found, what was expected.
  std::string what;
};

struct Failure {
  Error error;
};

inline Failure fail(Code code, std::string what) { return {{code, std::move(what)}}; }

/// A value or the reason there is none. Members are a subset of std::expected<T, Error>,
/// so this class becomes an alias once every supported standard library has that one.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return fail(...);`
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}

  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}
  // NOLINTEND(google-explicit-constructor)

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& operator*() & { return checked<0>(state_); }
  const T& operator*() const& { return checked<0>(state_); }
  T&& operator*() && { return std::move(checked<0>(state_)); }
  T* operator->() { return &checked<0>(state_); }
  const T* operator->() const { return &checked<0>(state_); }
  const Error& error() const { return checked<1>(state_); }
  /// The error, to return from a function whose Result has another value.
  Failure failure() const { return {error()}; }

 private:
  template <std::size_t I, class State>
  static auto& checked(State& state) {
    THRONG_ASSERT(state.index() == I);
    return *std::get_if<I>(&state);
  }

  std::variant<T, Error> state_;
};

/// Success, or the reason of a failure.
using Outcome = Result<std::monostate>;

inline Outcome ok() { return std::monostate{}; }

}  // namespace throng
