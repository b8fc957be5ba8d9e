#include "long_searches.hpp"

#include <array>
#include <cstddef>
#include <memory>

namespace throng {
namespace {

/// With a smaller share, most of it would be overhead of the slice.
constexpr std::uint64_t kLeastShare = 4 * kPerSlice;

/// Searches that cannot begin are passed over, but no more than so many in a round.
constexpr std::size_t kMostKept = 64;

/// If most searches that pause have to start again, each gets this multiple of the typical
/// work at once, so that it seldom pauses.
constexpr std::uint64_t kRoomToEnd = 2;

/// Orders a heap with the most urgent request on top.
auto later(const Round& round) {
  return [&](std::uint32_t a, std::uint32_t b) { return round.rank[a] > round.rank[b]; };
}

}  // namespace

void LongSearches::add(std::uint32_t i) {
  round_.longs.push_back(i);
  all_.backlog[i].place = Place::longs;
  std::ranges::push_heap(round_.longs, later(round_));
}

void LongSearches::put_in_order() { std::ranges::make_heap(round_.longs, later(round_)); }

std::uint32_t LongSearches::take_first() {
  std::ranges::pop_heap(round_.longs, later(round_));
  const std::uint32_t i = round_.longs.back();
  round_.longs.pop_back();
  return i;
}

std::uint64_t LongSearches::choose(std::uint64_t work, bool first_round) {
  const std::uint64_t worth_it = std::max<std::uint64_t>(work / kLeastShare, 1);
  auto most = std::min<std::uint64_t>(
      {all_.options.paused_searches, round_.longs.size(), worth_it});
  const Typical& typical = all_.typical[all_.backlog[round_.longs.front()].movement];
  if (all_.verdicts.mostly_outdated() && typical.known())
    most = std::clamp<std::uint64_t>(work / (kRoomToEnd * typical.mean() + kPerSlice), 1,
                                     most);
  const std::uint32_t share = slice_within(work / most);
  std::uint64_t lost = 0;
  round_.chosen.clear();
  round_.kept.clear();
  round_.kept.reserve(kMostKept);
  for (bool alone = false; round_.chosen.size() < most && !round_.longs.empty() &&
                           round_.kept.size() < kMostKept && !alone;) {
    const std::uint32_t i = take_first();
    Waiting& one = all_.backlog[i];
    if (one.seat == Waiting::kNoSeat && !may_begin(i)) {
      round_.kept.push_back(i);
      continue;
    }
    const bool fits = one.needed <= share;
    alone =
        !fits && round_.chosen.empty() && (one.needed <= slice_within(work) || first_round);
    if (!fits && !alone) {  // it waits for the next frame
      one.place = Place::none;
      continue;
    }
    round_.chosen.push_back(i);
    if (one.seat == Waiting::kNoSeat) lost += take_seat(i);
  }
  for (const std::uint32_t i : round_.kept) add(i);
  const std::size_t count = std::max<std::size_t>(round_.chosen.size(), 1);
  for (const std::uint32_t i : round_.chosen) {
    const std::uint32_t slice =
        work == kNoLimit ? kWholeSearch
                         : std::max(slice_within(work / count), all_.backlog[i].needed);
    round_.add_task(all_.backlog, {.waiting = i, .slice = slice}, Place::longs);
  }
  return lost;
}

/// Whether a search that has no seat may begin. On a map that changes, paused searches hold
/// old versions of it, and an edit copies more the more of them are held. So a search waits
/// while others of its class hold kMostVersions versions, unless these are less urgent.
bool LongSearches::may_begin(std::uint32_t i) const {
  if (!best_seat(i)) return false;
  const Waiting& one = all_.backlog[i];
  const ServedClass* const newest = all_.classes[one.movement].get();
  std::array<const ServedClass*, kMostVersions> held{};
  std::size_t count = 0;
  for (const auto& seat : all_.seats) {
    if (seat->holder == Seat::kFree) continue;
    if (all_.backlog[seat->holder].movement != one.movement) continue;
    if (round_.rank[seat->holder].level > round_.rank[i].level) continue;
    const ServedClass* const version = seat->served.get();
    if (version == newest) return true;
    if (count < kMostVersions && std::ranges::find(held, version) == held.end())
      held[count++] = version;
  }
  return count < kMostVersions;
}

/// A seat for request i: a free one; if there is none, a new one, up to the limit;
/// otherwise that of the last search whose priority is lower.
std::optional<std::uint32_t> LongSearches::best_seat(std::uint32_t i) const {
  const auto count = static_cast<std::uint32_t>(all_.seats.size());
  std::optional<std::uint32_t> last;
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t holder = all_.seats[s]->holder;
    if (holder == Seat::kFree) return s;
    if (round_.rank[holder].level <= round_.rank[i].level) continue;
    if (!last || round_.rank[holder] > round_.rank[all_.seats[*last]->holder]) last = s;
  }
  return count < all_.options.paused_searches ? count : last;
}

std::uint64_t LongSearches::take_seat(std::uint32_t i) {
  const std::uint32_t best = *best_seat(i);
  if (best == all_.seats.size()) all_.seats.push_back(std::make_unique<Seat>(all_.memory));
  Seat& seat = *all_.seats[best];
  std::uint64_t lost = 0;
  if (seat.holder != Seat::kFree) {
    lost = seat.spent;
    all_.leave_seat(all_.backlog[seat.holder]);
  }
  Waiting& one = all_.backlog[i];
  seat.holder = i;
  seat.since = all_.frame;
  seat.served = all_.classes[one.movement];
  one.seat = best;
  return lost;
}

std::uint64_t LongSearches::begin_again(Waiting& one, std::uint64_t spent) {
  const Seat& seat = *all_.seats[one.seat];
  const std::uint64_t frames = std::uint64_t{all_.frame} - seat.since + 1;
  const std::uint64_t each = (seat.spent + spent) / frames + 1;
  one.needed = clamped(2 * std::max<std::uint64_t>(one.needed, each));
  const std::uint64_t lost = seat.spent + spent;
  all_.leave_seat(one);
  return lost;
}

}  // namespace throng
