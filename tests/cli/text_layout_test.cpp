#include "../../src/cli/picture/text_layout.hpp"

#include "../support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace throng::text_layout_test {
namespace {

using cli::valid_utf8;

using Lines = std::vector<std::string>;

/// Characters of UTF-8.
double width(const std::string& text) {
  return static_cast<double>(std::count_if(text.begin(), text.end(),
                                           [](char c) { return (c & '\xC0') != '\x80'; }));
}

Lines wrap(const std::string& text, double most) { return cli::wrap(text, most, width); }

}  // namespace

TEST_CASE("texts are broken at blanks, and words only if they must be") {
  CHECK(wrap("", 5).empty());
  CHECK(wrap("one two", 7) == Lines{"one two"});
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("one abcdefgh x", 3) == Lines{"one", "abc", "def", "gh", "x"});
  CHECK(wrap("abcdef", 0) == Lines{"a", "b", "c", "d", "e", "f"});
}

TEST_CASE("a break does not divide a character") {
  CHECK(wrap("Überfälle", 4) == Lines{"Über", "fäll", "e"});
  CHECK(wrap("地図地図", 3) == Lines{"地図地", "図"});
}

TEST_CASE("bytes that cannot be drawn are replaced, one by one") {
  CHECK(valid_utf8("naïve 地 \xF0\x9F\x97\xBA") == "naïve 地 \xF0\x9F\x97\xBA");
  CHECK(valid_utf8("a\xFF\xC3") == "a\uFFFD\uFFFD");
  CHECK(valid_utf8("\xE5\x9C!") == "\uFFFD\uFFFD!");
  CHECK(valid_utf8("\xC0\xAF") == "\uFFFD\uFFFD");            // an overlong slash
  CHECK(valid_utf8("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");  // half a surrogate pair
  CHECK(valid_utf8("\x1B[1m\x7F") == "\uFFFD[1m\uFFFD");
}

}  // namespace throng::text_layout_test
