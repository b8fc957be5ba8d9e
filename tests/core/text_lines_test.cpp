#include "../../src/core/text_lines.hpp"

#include "../support/catch.hpp"

namespace throng::text_lines_test {

TEST_CASE("lines end in LF or CRLF, the last one also in nothing") {
  TextLines in("one\ntwo\r\n\nfour");
  CHECK(in.next() == "one");
  CHECK(in.next() == "two");
  CHECK(in.next().empty());
  CHECK_FALSE(in.done());
  CHECK(in.next() == "four");
  CHECK(in.done());
  CHECK(in.next().empty());
}

TEST_CASE("the first failure is kept, with the number of its line, and ends the text") {
  TextLines in("one\ntwo\nthree\n");
  in.next();
  in.next();
  in.fail(Code::bad_format, "wrong");
  in.fail(Code::io, "worse");
  CHECK(in.done());
  REQUIRE(in.failure());
  CHECK(in.failure()->error.what == "line 2: wrong");
  CHECK(in.failure()->error.code == Code::bad_format);
}

TEST_CASE("lines of blanks are passed over where they mean nothing, and counted") {
  TextLines in("\n \t\r\n  word  \n\n");
  CHECK(in.next_filled() == "word");
  in.fail(Code::bad_format, "wrong");
  CHECK(in.failure()->error.what == "line 3: wrong");
  CHECK(in.next_filled().empty());
}

TEST_CASE("words are taken off a line one by one") {
  std::string_view line = "  one\t two ";
  CHECK(take_word(line) == "one");
  CHECK(take_word(line) == "two");
  CHECK(take_word(line).empty());
}

TEST_CASE("what a message quotes stays short and on one line") {
  CHECK(quoted("abc") == "'abc'");
  CHECK(quoted("a\nb\x80\x01") == "'a\\x0ab\\x80\\x01'");
  CHECK(throng::quoted(std::string(50, 'x')) == "'" + std::string(40, 'x') + "...'");
}

TEST_CASE("a number is all of its word and has 32 bits") {
  CHECK(*parse_int32("2147483647") == 2147483647);
  CHECK(*parse_int32("-2147483648") == -2147483647 - 1);
  for (const char* word : {"", "-", "+1", " 1", "1 ", "1x", "0x1", "1.0", "one"}) {
    CAPTURE(word);
    REQUIRE_FALSE(parse_int32(word));
    CHECK(parse_int32(word).error().code == Code::bad_format);
    CHECK(parse_int32(word).error().what ==
          "expected a number, found '" + std::string(word) + "'");
  }
  for (const char* word : {"2147483648", "-2147483649", "99999999999999999999"}) {
    CAPTURE(word);
    REQUIRE_FALSE(parse_int32(word));
    CHECK(parse_int32(word).error().code == Code::unsupported);
    CHECK(parse_int32(word).error().what == "'" + std::string(word) + "' exceeds 32 bits");
  }
}

}  // namespace throng::text_lines_test
