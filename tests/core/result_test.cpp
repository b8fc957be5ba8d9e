#include "../support/catch.hpp"

#include <throng/result.hpp>

#include <memory>
#include <string>
#include <utility>

namespace throng::result_test {

namespace {

using Number = Result<std::unique_ptr<int>>;  // moved only

Number number(int n) { return std::make_unique<int>(n); }
Number none() { return fail(Code::over_limit, "too many"); }

}  // namespace

TEST_CASE("value() of a result is its value, or throws its error") {
  Number seven = number(7);
  *seven.value() += 1;
  CHECK(*std::as_const(seven).value() == 8);
  const std::unique_ptr<int> taken = std::move(seven).value();
  CHECK(*taken == 8);
  CHECK_NOTHROW(ok().value());
  try {
    none().value();
    FAIL("no exception");
  } catch (const BadResultAccess& thrown) {
    CHECK(std::string(thrown.what()) == "too many");
    CHECK(thrown.error().code == Code::over_limit);
  }
  CHECK_THROWS_AS(Outcome(fail(Code::io, "no disk")).value(), std::exception);
}

TEST_CASE("value_or() of a result is its value, or another") {
  const Result<std::string> word = std::string("word"), no_word = fail(Code::io, "none");
  CHECK(word.value_or("other") == "word");
  CHECK(no_word.value_or("other") == "other");
  CHECK(*number(7).value_or(nullptr) == 7);
  CHECK(none().value_or(nullptr) == nullptr);
}

}  // namespace throng::result_test
