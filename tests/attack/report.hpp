#pragma once

#include <throng/throng.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

// What an attack says: failures, the scene in which they happened, and what was compared.

namespace attack {

/// An answer was wrong. Ends the seed.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws a Failure with all scenes.
[[noreturn]] void raise(const std::string& what);

/// Describes the scene of a failure as long as it exists: the world, the calls so far.
class Scene {
 public:
  explicit Scene(std::function<std::string()> describe);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

 private:
  std::function<std::string()> describe_;
  const Scene* outer_;
  friend void raise(const std::string& what);
};

/// Names what runs now. Seen by the process that watches this one: it reports it after a
/// crash or a hang.
void stage(std::string_view name);

/// What was compared, and what was noted besides, such as refusals by their sentence.
class Counts {
 public:
  void compared(std::string_view what, std::uint64_t count = 1);
  void noted(std::string_view what, std::uint64_t count = 1);
  std::uint64_t compared_in_all() const noexcept { return in_all_; }
  /// One line for each name.
  std::string text() const;

 private:
  using Table = std::map<std::string, std::uint64_t, std::less<>>;
  static void add(Table& table, std::string_view what, std::uint64_t count);

  Table compared_;
  Table noted_;
  std::uint64_t in_all_ = 0;
};
Counts& counts();

}  // namespace attack

namespace throng {

inline std::ostream& operator<<(std::ostream& out, Position p) {
  return out << p.x << ',' << p.y;
}
inline std::ostream& operator<<(std::ostream& out, Status status) {
  return out << name(status);
}
inline std::ostream& operator<<(std::ostream& out, Algorithm algorithm) {
  return out << name(algorithm);
}
inline std::ostream& operator<<(std::ostream& out, Heuristic heuristic) {
  return out << name(heuristic);
}
std::ostream& operator<<(std::ostream& out, const SolverOptions& options);
std::ostream& operator<<(std::ostream& out, const DistanceOptions& options);
std::ostream& operator<<(std::ostream& out, const Request& request);

}  // namespace throng

namespace attack {

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  raise(text.str());
}

/// Fails with these parts unless `holds`.
template <class... Parts>
void check(bool holds, const Parts&... parts) {
  if (!holds) fail(parts...);
}

}  // namespace attack
