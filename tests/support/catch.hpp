#pragma once

// Catch2 v3 splits its header, v2 does not; the tests build with both.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <string>

/// What Catch prints of types of throng, which are `{?}` otherwise.
namespace Catch {

template <>
struct StringMaker<throng::Position> {
  static std::string convert(throng::Position p) {
    return std::to_string(p.x) + "," + std::to_string(p.y);
  }
};

template <>
struct StringMaker<throng::Query> {
  static std::string convert(const throng::Query& query) {
    return Detail::stringify(query.start) + " to " + Detail::stringify(query.goal);
  }
};

template <>
struct StringMaker<throng::Status> {
  static std::string convert(throng::Status status) {
    return std::string(throng::name(status));
  }
};

template <>
struct StringMaker<throng::Move> {
  static std::string convert(throng::Move move) {
    constexpr const char* kWords[] = {"N", "E", "S", "W", "NE", "SE", "SW", "NW"};
    const auto number = static_cast<std::size_t>(move);
    return number < throng::kMoves ? kWords[number]
                                   : "link " + std::to_string(number - throng::kMoves);
  }
};

template <>
struct StringMaker<throng::Code> {
  static std::string convert(throng::Code code) {
    constexpr const char* kWords[] = {"bad_argument", "bad_format", "unsupported",
                                      "over_limit",   "io",         "cancelled"};
    return kWords[static_cast<std::size_t>(code)];
  }
};

template <class T>
struct StringMaker<throng::Result<T>> {
  static std::string convert(const throng::Result<T>& result) {
    return result ? "a value" : "failed: " + result.error().what;
  }
};

}  // namespace Catch
