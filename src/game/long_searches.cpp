#include "long_searches.hpp"

#include <memory>

namespace throng {
namespace {

/// With a smaller share, most of it would be overhead of the slice.
constexpr std::uint64_t kLeastShare = 4 * kPerSlice;

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

std::uint64_t LongSearches::choose(std::uint64_t work, bool first_round) {
  const std::uint64_t worth_it = std::max<std::uint64_t>(work / kLeastShare, 1);
  const std::size_t most = static_cast<std::size_t>(std::min<std::uint64_t>(
      {all_.options.paused_searches, round_.longs.size(), worth_it}));
  const std::uint32_t share = slice_within(work / most);
  round_.chosen.clear();
  for (bool alone = false;
       round_.chosen.size() < most && !round_.longs.empty() && !alone;) {
    const std::uint32_t i = round_.longs.front();
    std::ranges::pop_heap(round_.longs, later(round_));
    round_.longs.pop_back();
    const std::uint32_t needed = all_.backlog[i].needed;
    const bool fits = needed <= share;
    alone = !fits && round_.chosen.empty() && (needed <= slice_within(work) || first_round);
    if (!fits && !alone) {  // it waits for the next frame
      all_.backlog[i].place = Place::none;
      continue;
    }
    round_.chosen.push_back(i);
    const std::uint32_t slice = work == kNoLimit ? kWholeSearch : std::max(share, needed);
    round_.add_task(all_.backlog, {.waiting = i, .slice = slice}, Place::longs);
  }
  std::uint64_t lost = 0;
  for (const std::uint32_t i : round_.chosen) lost += take_seat(i);
  return lost;
}

bool LongSearches::is_chosen(std::uint32_t i) const {
  return std::ranges::find(round_.chosen, i) != round_.chosen.end();
}

/// A free seat; if there is none, a new one, up to the limit; otherwise the seat of the
/// least urgent search that is not in this round.
std::uint32_t LongSearches::best_seat() const {
  const auto count = static_cast<std::uint32_t>(all_.seats.size());
  for (std::uint32_t s = 0; s < count; ++s)
    if (all_.seats[s]->holder == Seat::kFree) return s;
  if (count < all_.options.paused_searches) return count;
  std::uint32_t best = count;
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t holder = all_.seats[s]->holder;
    if (is_chosen(holder)) continue;
    if (best == count || round_.rank[holder] > round_.rank[all_.seats[best]->holder])
      best = s;
  }
  return best;
}

std::uint64_t LongSearches::take_seat(std::uint32_t i) {
  Waiting& one = all_.backlog[i];
  if (one.seat != Waiting::kNoSeat) return 0;
  const std::uint32_t best = best_seat();
  if (best == all_.seats.size()) all_.seats.push_back(std::make_unique<Seat>(all_.memory));
  Seat& seat = *all_.seats[best];
  std::uint64_t lost = 0;
  if (seat.holder != Seat::kFree) {
    lost = seat.spent;
    all_.leave_seat(all_.backlog[seat.holder]);
  }
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
