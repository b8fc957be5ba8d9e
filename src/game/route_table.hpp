#pragma once

#include "../core/bytes.hpp"
#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "stored_route.hpp"
#include "tile_signatures.hpp"

#include <throng/answers.hpp>
#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/route_book.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng {

/// The routes of a RouteBook by slot, which is their number, and what is known of each on
/// the grid of its movement class.
struct RouteTable {
  // What is known of a route: bits of one byte.
  static constexpr std::uint8_t kUsed = 1;
  static constexpr std::uint8_t kBroken = 2;
  static constexpr std::uint8_t kLinked = 4;    ///< has links
  static constexpr std::uint8_t kPartial = 8;   ///< does not end at its goal
  static constexpr std::uint8_t kJoined = 16;   ///< partial; its goal is in its component
  static constexpr std::uint8_t kShorten = 32;  ///< to report in RouteReview::may_shorten
  static constexpr std::uint8_t kStored = 64;   ///< in this call

  /// What the search for cheaper ways reads of a route.
  struct Ends {
    Position at;             ///< of the unit
    Position last;           ///< cell of the route
    std::uint64_t rest = 0;  ///< cost of the moves to go; 0: broken, or no route
  };

  /// Pre: there are grids, of one size and topology; none is null.
  RouteTable(std::span<const std::shared_ptr<const Grid>> on, Memory from);

  const Grid& grid_of(std::size_t i) const noexcept { return *grids[movements[i]]; }
  Topology topology() const noexcept { return grids.front()->rules().topology; }

  std::size_t index(RouteId id) const noexcept {
    const auto i = static_cast<std::size_t>(id);
    THRONG_ASSERT(i < marks.size() && has(i, kUsed));
    return i;
  }
  bool has(std::size_t i, std::uint8_t mark) const noexcept {
    return (marks[i] & mark) != 0;
  }
  void set(std::size_t i, std::uint8_t mark, bool on) noexcept {
    marks[i] = static_cast<std::uint8_t>(on ? marks[i] | mark : marks[i] & ~mark);
  }
  /// Whether the unit and the goal of a route are in one component.
  bool joined(std::size_t i) const noexcept;

  // If an allocation fails, the exception of the next six leaves all routes unchanged.

  /// Returns the slot that the next add() takes.
  std::size_t make_slot();
  /// Adds a route, and returns its slot.
  std::size_t add(const PathView& path, Position goal, std::size_t movement);
  /// Stores a path.
  void put(std::size_t i, const PathView& path, Position goal);
  /// As RouteBook::replace().
  std::size_t put(std::span<const NewPath> paths, Crew& crew);
  /// As RouteBook::join().
  bool join(std::size_t i, const PathView& path, Position goal);
  std::span<const RouteId> join(std::span<const NewPath> paths, Crew& crew);
  /// To be called after each change of the moves but advance().
  void settle(std::size_t i);
  /// Changes the goal alone.
  void set_goal(std::size_t i, Position goal) noexcept;
  /// Forgets a route, and keeps its slot and its memory for another one.
  void drop(std::size_t i) noexcept;

  /// Writes all routes, and the slots of those to come.
  void write(ByteWriter& out) const;
  /// Reads what write() wrote of a table on equal grids. Makes the reader fail where no
  /// table could have written it. Pre: there are no slots.
  void read(ByteReader& in);

  std::size_t memory_bytes() const noexcept;

  std::pmr::vector<std::shared_ptr<const Grid>> grids;  ///< of the movement classes
  Memory memory;
  SignatureTiles tiles;
  TileSignatures signatures;
  std::pmr::vector<std::uint8_t> marks;
  std::pmr::vector<Ends> ends;
  std::pmr::vector<StoredRoute> stored;
  std::pmr::vector<std::uint64_t> users;
  std::pmr::vector<std::uint16_t> movements;
  std::size_t count = 0;
  std::size_t partial_count = 0;

 private:
  void keep(std::size_t i, const PathView& path, Position goal);
  void read_route(std::size_t i, ByteReader& in);
  /// A path for a route.
  struct Joint {
    const NewPath* path;
    std::size_t kept;  ///< of join(): the next moves of the route, which stay
  };

  template <class Change>
  void change_all(Crew& crew, const Change& change);
  void derive(std::size_t i) noexcept;
  void mark_partial(std::size_t i) noexcept;

  std::pmr::vector<std::uint32_t> free_;  ///< slots
  std::pmr::vector<Joint> joints_;        ///< of put() and join(), one for each route
  std::pmr::vector<RouteId> missed_;      ///< by join()
};

}  // namespace throng
