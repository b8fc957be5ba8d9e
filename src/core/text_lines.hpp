#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throng {

/// Splits a text into lines (LF or CRLF), without a byte order mark (UTF-8), and keeps the
/// first failure, so that a parser reads from top to bottom and checks for failure once.
/// After a failure the text is at its end.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// Whether no line is left.
  bool done() const noexcept { return rest_.empty(); }
  /// The number, from 1, of the line requested last, even if it does not exist.
  std::size_t number() const noexcept { return number_; }
  /// The bytes that are left.
  std::size_t left() const noexcept { return rest_.size(); }

  /// The next line without its end; empty when none is left.
  std::string_view next();

  /// The next line that is not blank, without the blanks around it; empty when none is
  /// left.
  std::string_view next_filled();

  /// The next line that is not blank once its comment, from # on, is removed; without the
  /// blanks around it; empty when none is left.
  std::string_view next_data();

  /// Records "line N: what", N the number(), unless a failure is already recorded.
  void fail(Code code, const std::string& what);

  const std::optional<Failure>& failure() const noexcept { return failure_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
  std::optional<Failure> failure_;
};

/// `text` without the blanks (spaces and tabs) around it.
std::string_view trimmed(std::string_view text);

/// Removes the first word of `text`, with the blanks before it, and returns the word; empty
/// when none is left.
std::string_view take_word(std::string_view& text);

/// `text` in quotes, for a one-line message: long text is cut, bytes that do not print
/// appear as \xNN.
std::string quoted(std::string_view text);

/// Parses `word` as a whole as a number. Errors: bad_format when it is not a number;
/// unsupported when it exceeds 32 bits.
Result<std::int32_t> parse_int32(std::string_view word);

}  // namespace throng
