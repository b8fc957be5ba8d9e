#pragma once

#include <throng/assert.hpp>
#include <throng/export.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <variant>

namespace throng {

/// The kind of a failure, for programs: a typing error or a full disk.
enum class THRONG_API Code : std::uint8_t {
  bad_argument,  ///< an invalid value
  bad_format,    ///< a text that violates its format
  unsupported,   ///< valid, but not possible: too large, or not in this combination
  over_limit,    ///< needs more than an option of the call allows
  io,            ///< an operating system error
  cancelled,     ///< the caller's Monitor cancelled
};

struct THRONG_API Error {
  Code code = Code::bad_argument;
  /// A one-line message for people: where, what was found, what was expected.
  std::string what;
};

struct Failure {
  Error error;
};

inline Failure fail(Code code, std::string what) { return {{code, std::move(what)}}; }

/// Thrown by Result::value() of a failed Result. what() is the message of the Error.
class THRONG_API BadResultAccess final : public std::exception {
 public:
  explicit BadResultAccess(Error error) : error_(std::move(error)) {}

  const char* what() const noexcept override { return error_.what.c_str(); }
  const Error& error() const noexcept { return error_; }

 private:
  Error error_;
};

/// A value, or an Error. Members are a subset of std::expected<T, Error>. This class
/// becomes an alias of it once every supported standard library has std::expected.
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return fail(...);`
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}

  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}
  // NOLINTEND(google-explicit-constructor)

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value. Pre: has_value().
  T& operator*() & { return checked<0>(state_); }
  const T& operator*() const& { return checked<0>(state_); }
  T&& operator*() && { return std::move(checked<0>(state_)); }
  T* operator->() { return &checked<0>(state_); }
  const T* operator->() const { return &checked<0>(state_); }
  /// The value. Throws: BadResultAccess, if there is none.
  T& value() & { return value_or_throw(*this); }
  const T& value() const& { return value_or_throw(*this); }
  T&& value() && { return std::move(value_or_throw(*this)); }
  /// The value, or `other` if there is none.
  template <class U>
  T value_or(U&& other) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(other));
  }
  template <class U>
  T value_or(U&& other) && {
    return has_value() ? *std::move(*this) : static_cast<T>(std::forward<U>(other));
  }

  /// Pre: !has_value().
  const Error& error() const { return checked<1>(state_); }
  /// The error, to return from a function with another Result type.
  Failure failure() const { return {error()}; }

 private:
  template <class Self>
  static auto& value_or_throw(Self& self) {
    if (!self.has_value()) throw BadResultAccess(self.error());
    return *self;
  }

  template <std::size_t I, class State>
  static auto& checked(State& state) {
#if THRONG_CHECKS
    if (I == 0 && state.index() != 0)  // says why
      std::fprintf(stderr, "no result: %s\n", std::get_if<1>(&state)->what.c_str());
#endif
    THRONG_ASSERT(state.index() == I);
    return *std::get_if<I>(&state);
  }

  std::variant<T, Error> state_;
};

/// Success, or an Error.
using Outcome = Result<std::monostate>;

inline Outcome ok() { return std::monostate{}; }

}  // namespace throng
