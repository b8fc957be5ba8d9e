#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throng {

/// Takes a text apart line by line (LF or CRLF) and keeps the first failure, so that a
/// parser reads from top to bottom and asks once. After a failure the text is at its end.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  /// No line is left.
  bool done() const noexcept { return rest_.empty(); }

  /// The next line without its end; empty when none is left.
  std::string_view next();

  /// The next line that holds more than blanks, without the blanks around it; empty when
  /// none is left.
  std::string_view next_filled();

  /// Records "line N: what", unless a failure is recorded already. N is the number, from 1,
  /// of the line that was asked for last, be it there or not.
  void fail(Code code, const std::string& what);

  const std::optional<Failure>& failure() const noexcept { return failure_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
  std::optional<Failure> failure_;
};

/// `text` without the blanks (spaces and tabs) around it.
std::string_view trimmed(std::string_view text);

/// The first word of `text`, up to a blank or the end, taken off it with the blanks before
/// it; empty when none is left.
std::string_view take_word(std::string_view& text);

/// `text` between quotes, fit for a message of one line: cut when long, bytes that do not
/// print as \xNN.
std::string quoted(std::string_view text);

/// The number that `word` spells, with nothing around it.
/// Errors: bad_format when it spells none; unsupported when it is past 32 bits.
Result<std::int32_t> parse_int32(std::string_view word);

}  // namespace throng
