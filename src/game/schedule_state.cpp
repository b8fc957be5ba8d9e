#include "../core/saved_state.hpp"
#include "long_searches.hpp"
#include "schedule.hpp"

namespace throng {
namespace {

constexpr std::size_t kSharings = 3;

void write_options(const SchedulerOptions& options, ByteWriter& out) {
  out.add(options.ageing);
  out.add(std::uint64_t{options.paused_searches});
  out.add(static_cast<std::uint8_t>(options.sharing));
  out.add(options.report_dropped);
  out.add(options.settle_work);
  out.add(options.max_moves);
}

SchedulerOptions read_options(ByteReader& in) {
  SchedulerOptions options;
  options.ageing = in.get<std::uint32_t>();
  options.paused_searches = static_cast<std::size_t>(in.get<std::uint64_t>());
  options.sharing = in.get_word<Sharing>(kSharings);
  options.report_dropped = in.get_bool();
  options.settle_work = in.get<std::uint64_t>();
  options.max_moves = in.get<std::uint32_t>();
  if (options.ageing < 1 || options.paused_searches < 1) in.fail();
  return options;
}

}  // namespace

void Schedule::forget_work(Round& round) {
  LongSearches searches(*this, round);
  for (const auto& seat : seats) {
    if (seat->holder == Seat::kFree) continue;
    Waiting& one = backlog[seat->holder];
    if (seat->is_used())
      searches.begin_again(one, 0);
    else
      leave_seat(one);
  }
  lost_lines = 0;
  fields.clear();
  // One that follows edits may sweep otherwise than a new one, and so give up a field
  // earlier or later.
  for (const auto& one : classes) one->forget_sweep_space();
}

void Schedule::write(ByteWriter& out) const {
  write_options(options, out);
  out.add(frame);
  for (const Typical& one : typical) one.write(out);
  verdicts.write(out);
  pace.write(out);
  backlog.write(out);
  outbox.write(out);
}

void Schedule::read(ByteReader& in, bool with_lines) {
  options = read_options(in);
  options.lines = with_lines;
  if (with_lines) outbox.add_lines();
  frame = in.get<std::uint32_t>();
  for (Typical& one : typical) one.read(in);
  verdicts.read(in);
  pace.read(in);
  backlog.read(in, classes.size(), frame);
  if (in.good()) outbox.read(in, backlog, grid_of_class);
}

}  // namespace throng
