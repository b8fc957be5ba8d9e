#include "game.hpp"

#include "attacks.hpp"

#include <algorithm>
#include <array>

namespace attack {
namespace {

constexpr std::uint32_t kMostFrames = 40'000;
constexpr std::uint32_t kAgents = 12;
constexpr std::size_t kShownLog = 60;

}  // namespace

Game::Game(std::uint64_t seed, int threads, bool clocks)
    : random_(seed),
      workers_(threads),
      reference_workers_(1),
      combination_(seed),
      ground_(random_, combination_, workers_),
      clocks_(clocks) {}

std::uint64_t Game::play() {
  if (ground_.classes() == 0) return 0;
  const Scene scene([this] { return text(); });
  begin();
  const std::uint32_t active = 5 + random_.below(30);
  while (frame_ < active) play_frame(true);
  while (scheduler_->waiting() > 0) {
    check(frame_ < kMostFrames, "requests wait for ever: ", scheduler_->waiting());
    play_frame(false);
  }
  poll();
  check_end();
  check(wrong_current_.empty(), wrong_current_);
  counts().noted(combination_.text());
  return digest_;
}

void Game::begin() {
  options_.ageing = static_cast<std::uint32_t>(random_.range(1, 9));
  options_.paused_searches = static_cast<std::size_t>(random_.range(1, 6));
  options_.sharing = combination_.sharing;
  options_.report_dropped = random_.one_in(2);
  options_.settle_work = random_.one_in(3) ? 0 : random_.below(800);
  if (random_.one_in(8)) options_.max_moves = random_.below(8);
  const bool lines = random_.one_in(2);
  for (std::size_t k = 0; lines && k < ground_.classes(); ++k)
    if (ground_.has_lines(k)) options_.lines = true;
  constexpr std::array<std::uint32_t, 3> kBudgets{600, 2000, 6000};
  most_budget_ = random_.pick(kBudgets);
  constexpr std::array<std::uint32_t, 3> kLoads{6, 12, 40};
  most_submitted_ = random_.pick(kLoads);
  most_burst_ = random_.one_in(3) ? 300 : 40;
  most_requests_ = most_burst_ + 150 + random_.below(350);
  common_goal_ = ground_.world(0).position(random_.below(ground_.world(0).size()));
  scheduler_.emplace(ground_.make_scheduler(options_, std::pmr::get_default_resource()));
}

void Game::play_frame(bool active) {
  if (active) {
    if (ground_.living()) {
      if (random_.one_in(25)) reload();
      change_map();
    } else if (random_.one_in(30)) {
      replace_solver();
    }
    submit_some();
  }
  run();
  if (!random_.one_in(3)) poll();
}

void Game::change_map() {
  LivingMap& map = ground_.map();
  if (random_.one_in(2)) {
    DrawnEdits drawn = ground_.draw_edits(random_, log_);
    const std::vector<Edit>& edits = drawn.list;
    // Edits of the scheduler wait for its run, so those of the map itself come first or not
    // at all in a frame.
    if (random_.one_in(3)) {
      check(map.edit(edits, workers_).has_value(), "edit refused");
    } else {
      check(scheduler_->edit(edits).has_value(), "edit of the scheduler refused");
      for (std::string& block : drawn.characters) block.assign(block.size(), 'x');
      for (std::vector<Weight>& block : drawn.weights) block.assign(block.size(), 60'000);
    }
  }
  if (random_.one_in(6)) map.settle(random_.below(500), workers_);
}

void Game::submit_some() {
  if (asked_.size() >= most_requests_) return;
  const bool burst = random_.one_in(4);
  if (burst && random_.one_in(2)) {
    common_goal_ = ground_.world(0).position(random_.below(ground_.world(0).size()));
  }
  for (std::uint32_t k = burst ? 20 + random_.below(most_burst_)
                               : random_.below(most_submitted_);
       k > 0; --k) {
    submit(burst);
    if (random_.one_in(25)) cancel_one();
  }
}

Request Game::draw_request(bool burst, std::vector<Position>& goals) {
  const std::size_t movement = random_.below(ground_.classes());
  const World& world = ground_.world(movement);
  // Half of the others are patrols and choices; now and then one without goals.
  const std::uint32_t count = !burst && random_.one_in(2) ? random_.below(6) : 1;
  // Long legs and short ones: waypoints side by side, and units near them.
  const bool together = random_.one_in(2);
  for (std::uint32_t k = 0; k < count; ++k) {
    if (k > 0 && together) {
      goals.push_back(draw_near(goals[0], world));
    } else {
      const bool common = burst || random_.one_in(3);
      goals.push_back(common ? common_goal_ : draw_position(random_, world));
    }
  }
  const bool near = !goals.empty() && random_.one_in(3);
  Request frame{.start = near ? draw_near(goals[0], world) : draw_position(random_, world),
                .goals = goals,
                .visit = random_.pick_enum<Visit>(3),
                .approach = random_.one_in(3),
                .escape_blocked_start = random_.one_in(3),
                .movement = movement};
  frame.priority = random_.pick_enum<Priority>(kPriorities);
  if (random_.one_in(burst ? 20 : 4)) frame.agent = AgentId{random_.below(kAgents)};
  if (burst) {
    if (random_.one_in(3)) frame.start = {0, 0};  // equal ones
    return frame;
  }
  if (random_.one_in(6)) frame.radius = random_.decimal(4);
  if (random_.one_in(8)) frame.max_expansions = random_.below(400);
  if (random_.one_in(8)) {
    frame.max_cost = ground_.grid(movement)->cost_of_steps(random_.decimal(60));
  }
  return frame;
}

Position Game::draw_near(Position p, const World& world) {
  if (!world.contains(p)) return p;
  constexpr std::int32_t kNear = 4;
  return {std::clamp(p.x + random_.range(-kNear, kNear), 0, world.width - 1),
          std::clamp(p.y + random_.range(-kNear, kNear), 0, world.height - 1)};
}

void Game::submit(bool burst) {
  auto asked = std::make_unique<Asked>();
  asked->frame = draw_request(burst, asked->goals);
  const auto ticket = static_cast<std::size_t>(scheduler_->submit(asked->frame));
  check(ticket == asked_.size(), "ticket ", ticket, ", want ", asked_.size());
  if (asked->frame.agent != kNoAgent) latest_[asked->frame.agent] = ticket;
  asked_.push_back(std::move(asked));
}

void Game::cancel_one() {
  const std::size_t ticket = random_.below(asked_.size());
  scheduler_->cancel(Ticket{ticket});
  asked_[ticket]->cancelled = true;
}

FrameBudget Game::draw_budget() {
  if (random_.one_in(40)) return FrameBudget::unlimited();
  if (clocks_ && random_.one_in(20)) return FrameBudget::microseconds(random_.below(2000));
  return FrameBudget::expansions(random_.below(most_budget_));
}

void Game::run() {
  const FrameReport report = scheduler_->run(draw_budget(), workers_);
  check_report(report);
  auto& served = served_.emplace_back();
  for (std::size_t k = 0; k < ground_.classes(); ++k) {
    served.push_back(ground_.grid(k).get());
  }
  counts().noted("requests confirmed after an edit", report.confirmed);
  counts().noted("requests answered by a sweep", report.answered_by_sweep);
  counts().noted("requests copied from an equal one", report.copied);
}

void Game::check_report(const FrameReport& report) {
  check(report.frame == frame_, "frame ", report.frame, ", want ", frame_);
  ++frame_;
  taken_in_ += report.taken_in;
  ended_ += report.finished + report.dropped;
  check(scheduler_->waiting() == report.waiting, "waiting() is ", scheduler_->waiting(),
        ", the report says ", report.waiting);
  check(taken_in_ <= asked_.size(), "more requests taken in than submitted");
  check(ended_ + report.waiting == asked_.size(), report.waiting, " requests wait, but of ",
        asked_.size(), " submitted ", ended_, " ended");
  check(report.paused <= options_.paused_searches, "paused searches: ", report.paused,
        ", at most ", options_.paused_searches);
  hash(report.waiting);
}

void Game::reload() {
  poll();
  scheduler_.reset();
  ground_.reload(workers_);
  scheduler_.emplace(ground_.make_scheduler(options_, std::pmr::get_default_resource()));
  log_.emplace_back("the game is saved and loaded");
  // A loaded game asks again for what its units still wait for.
  std::vector<std::unique_ptr<Asked>> before;
  before.swap(asked_);
  std::map<AgentId, std::size_t> latest;
  latest.swap(latest_);
  taken_in_ = ended_ = frame_ = 0;
  served_.clear();
  for (std::size_t k = 0; k < before.size(); ++k) {
    const AgentId agent = before[k]->frame.agent;
    const bool old = agent != kNoAgent && latest[agent] != k;
    if (before[k]->reported || before[k]->cancelled || old) continue;
    const auto ticket = static_cast<std::size_t>(scheduler_->submit(before[k]->frame));
    check(ticket == asked_.size(), "ticket ", ticket, " after a reload");
    if (agent != kNoAgent) latest_[agent] = ticket;
    asked_.push_back(std::move(before[k]));
  }
}

void Game::replace_solver() {
  poll();
  const std::size_t movement = random_.below(ground_.classes());
  scheduler_->replace_solver(movement, ground_.lay_influence(random_, movement));
  log_.emplace_back("influence on class " + std::to_string(movement));
}

bool Game::superseded(std::size_t ticket) const {
  const AgentId agent = asked_[ticket]->frame.agent;
  return agent != kNoAgent && latest_.at(agent) != ticket;
}

void Game::check_end() {
  for (std::size_t ticket = 0; ticket < asked_.size(); ++ticket) {
    const Asked& asked = *asked_[ticket];
    if (asked.reported) continue;
    const bool dropped = asked.cancelled || superseded(ticket);
    check(dropped && !options_.report_dropped, "ticket ", ticket,
          " was never reported: ", asked.frame);
  }
}

std::string Game::text() const {
  std::ostringstream out;
  out << "game: " << combination_.text() << ", frame " << frame_ << ", ageing "
      << options_.ageing << ", paused searches " << options_.paused_searches
      << ", dropped ones " << (options_.report_dropped ? "" : "not ") << "reported, settle "
      << options_.settle_work << ", max_moves " << options_.max_moves << ", "
      << (options_.lines ? "lines, " : "") << "budgets up to " << most_budget_
      << ", threads " << workers_.threads() << '\n'
      << ground_.text();
  const std::size_t shown = std::min(log_.size(), kShownLog);
  for (std::size_t k = log_.size() - shown; k < log_.size(); ++k) out << log_[k] << '\n';
  return out.str();
}

void attack_games(std::uint64_t seed) {
  // Frames do not depend on the number of threads, but with budgets of time.
  const bool twice = seed % 4 == 1;
  const std::uint64_t one = Game(seed, 1, !twice).play();
  if (!twice) return;
  const std::uint64_t other = Game(seed, 3, false).play();
  check(one == other, "three threads have other answers or frames than one");
  counts().compared("games with other threads");
}

}  // namespace attack
