#include "shortage.hpp"

#include <limits>

// Calls about maps that change, schedulers and routes.

namespace attack {
namespace {

constexpr std::array<throng_edit, 4> kEdits{{{THRONG_EDIT_TERRAIN, {2, 2, 3, 2}, '@', 0},
                                             {THRONG_EDIT_TERRAIN, {1, 1, 2, 1}, '.', 0},
                                             {THRONG_EDIT_LINK, {0, 0, 0, 0}, 1, 0},
                                             {THRONG_EDIT_STEP, {6, 6, 1, 1}, 1, 0}}};

std::string map_text(const throng_map* map) {
  std::uint64_t hash = 0;
  const throng_code code = throng_map_fingerprint(map, &hash);
  throng_map_info info{};
  info.size = sizeof info;
  throng_map_get_info(map, &info);
  std::ostringstream out;
  out << "code " << code << " fingerprint " << hash << " version " << info.version;
  return out.str();
}

std::string main_map(Stock& stock) { return map_text(stock.map); }

void edit_map(Stock& stock) {
  prepare(throng_map_edit(stock.map, kEdits.data(), kEdits.size(), stock.workers, nullptr));
}

void submit(throng_scheduler* scheduler, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) {
    throng_frame_request frame;
    throng_frame_request_init(&frame, sizeof frame);
    const std::array<throng_position, 3> goals{{{i * 5 % 8, 7}, {2, 2}, {i % 8, 0}}};
    frame.request = {
        {i % 8, i * 3 % 8}, goals.data(), static_cast<std::size_t>(1 + i % 3), 0, i % 3,
        THRONG_APPROACH};
    frame.agent = static_cast<std::uint32_t>(i);
    frame.movement = static_cast<std::uint32_t>(i % 2);
    std::uint64_t ticket = 0;
    prepare(throng_scheduler_submit(scheduler, &frame, &ticket));
  }
}

throng_code run(Stock& stock, throng_scheduler* scheduler, std::uint64_t work) {
  return throng_scheduler_run(scheduler, THRONG_EXPANSIONS, work, stock.workers, nullptr);
}

/// What a scheduler still answers.
std::string rest_of(Stock& stock, throng_scheduler* scheduler) {
  throng_batch* batch = nullptr;
  prepare(throng_batch_create(nullptr, &batch));
  std::string text;
  for (int frame = 0; frame < 4; ++frame) {
    text += "run " + std::to_string(run(stock, scheduler, THRONG_ALL_WORK));
    text += " poll " + std::to_string(throng_scheduler_poll(scheduler, batch)) + ' ' +
            text_of(batch) + '\n';
  }
  throng_batch_destroy(batch);
  return text;
}

std::string rest(Stock& stock) { return rest_of(stock, stock.scheduler); }
std::string polled(Stock& stock) { return text_of(stock.batch); }
void check_empty(Stock& stock) {
  throng_batch_view view{};
  view.size = sizeof view;
  check(throng_batch_get(stock.batch, &view) == THRONG_OK && view.slots == 0 &&
            view.requests == 0,
        "a batch holds something after a poll that failed");
}
std::string polled_and_rest(Stock& stock) { return polled(stock) + rest(stock); }

throng_code create_map(Stock& stock, bool plain) {
  throng_map_class one;
  throng_map_class_init(&one, sizeof one);
  one.fronts = !plain;
  const throng_map_class* const list = &one;
  throng_terrain of = Stock::terrain();
  if (!plain) of.weights = stock.weights.data();
  throng_map* map = nullptr;
  const throng_code code = throng_map_create(&of, &list, 1, nullptr, stock.workers, &map);
  throng_map_destroy(map);
  return code;
}

void add_edit_cases(std::vector<ShortageCase>& cases) {
  for (const bool plain : {false, true}) {
    cases.push_back(
        {.name = plain ? "throng_map_create on plain ground" : "throng_map_create",
         .call = [plain](Stock& stock) { return create_map(stock, plain); }});
  }
  cases.push_back({.name = "throng_map_edit",
                   .call =
                       [](Stock& stock) {
                         return throng_map_edit(stock.map, kEdits.data(), kEdits.size(),
                                                stock.workers, nullptr);
                       },
                   .breaks = true});
  cases.push_back({.name = "throng_map_settle",
                   .setup = edit_map,
                   .call =
                       [](Stock& stock) {
                         return throng_map_settle(stock.map,
                                                  std::numeric_limits<std::size_t>::max(),
                                                  stock.workers, nullptr);
                       },
                   .breaks = true});
  cases.push_back({.name = "throng_map_edit on plain ground",
                   .call =
                       [](Stock& stock) {
                         return throng_map_edit(stock.plain_map, kEdits.data(), 2,
                                                stock.workers, nullptr);
                       },
                   .breaks = true});
}

/// Restores a saved map; the saving has memory enough.
throng_code restore(Stock& stock) {
  const void* bytes = nullptr;
  std::size_t size = 0;
  {
    const Plenty enough;
    throng_map_save(stock.map, &bytes, &size);
  }
  throng_map* map = nullptr;
  const throng_code code = throng_map_restore(bytes, size, stock.workers, &map);
  throng_map_destroy(map);
  return code;
}

}  // namespace

void add_map_cases(std::vector<ShortageCase>& cases) {
  add_edit_cases(cases);
  cases.push_back({.name = "throng_map_grid and throng_map_index",
                   .call =
                       [](Stock& stock) {
                         throng_grid* grid = nullptr;
                         const throng_code code = throng_map_grid(stock.map, 0, &grid);
                         throng_grid_release(grid);
                         if (code != THRONG_OK) return code;
                         throng_index* index = nullptr;
                         const throng_code last = throng_map_index(stock.map, 0, &index);
                         throng_index_release(index);
                         return last;
                       },
                   .state = main_map});
  cases.push_back({.name = "throng_map_changes",
                   .setup = edit_map,
                   .call =
                       [](Stock& stock) {
                         throng_changes changes{};
                         changes.size = sizeof changes;
                         return throng_map_changes(stock.map, 0, 0, &changes);
                       },
                   .state = main_map});
  cases.push_back({.name = "throng_map_save",
                   .setup = edit_map,
                   .call =
                       [](Stock& stock) {
                         const void* bytes = nullptr;
                         std::size_t size = 0;
                         return throng_map_save(stock.map, &bytes, &size);
                       },
                   .state = main_map,
                   .result = main_map});
  cases.push_back({.name = "throng_map_restore", .setup = edit_map, .call = restore});
  cases.push_back({.name = "throng_map_fingerprint", .call = [](Stock& stock) {
                     std::uint64_t hash = 0;
                     return throng_map_fingerprint(stock.map, &hash);
                   }});
}

namespace {

void add_submit_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_scheduler_create", .call = [](Stock& stock) {
                     const std::array<const throng_solver*, 2> solvers{
                         stock.solver, stock.weighted_solver};
                     const throng_host lent = stock.scheduler_memory.host();
                     throng_scheduler* scheduler = nullptr;
                     const throng_code code = throng_scheduler_create(
                         solvers.data(), solvers.size(), nullptr, &lent, &scheduler);
                     throng_scheduler_destroy(scheduler);
                     return code;
                   }});
  cases.push_back({.name = "throng_scheduler_create_on_map", .call = [](Stock& stock) {
                     const throng_host lent = stock.scheduler_memory.host();
                     throng_scheduler* scheduler = nullptr;
                     const throng_code code = throng_scheduler_create_on_map(
                         stock.map, nullptr, 0, nullptr, &lent, &scheduler);
                     throng_scheduler_destroy(scheduler);
                     return code;
                   }});
  cases.push_back(
      {.name = "throng_scheduler_submit",
       .setup = [](Stock& stock) { submit(stock.scheduler, 5); },
       .call =
           [](Stock& stock) {
             throng_frame_request frame;
             throng_frame_request_init(&frame, sizeof frame);
             const std::array<throng_position, 3> goals{{{5, 7}, {2, 2}, {1, 0}}};
             frame.request.goals = goals.data();
             frame.request.goal_count = goals.size();
             frame.agent = 3;
             std::uint64_t ticket = 0;
             return throng_scheduler_submit(stock.scheduler, &frame, &ticket);
           },
       .result = rest});
  cases.push_back(
      {.name = "throng_scheduler_submit_all",
       .setup = [](Stock& stock) { submit(stock.scheduler, 5); },
       .call =
           [](Stock& stock) {
             const std::array<throng_position, 3> goals{{{5, 7}, {2, 2}, {1, 0}}};
             std::array<throng_frame_request, 40> frames;
             for (throng_frame_request& frame : frames) {
               throng_frame_request_init(&frame, sizeof frame);
               frame.request.goals = goals.data();
               frame.request.goal_count = goals.size();
             }
             std::uint64_t first = 0;
             return throng_scheduler_submit_all(stock.scheduler, frames.data(),
                                                frames.size(), &first);
           },
       .result = rest});
  cases.push_back(
      {.name = "throng_scheduler_cancel",
       .setup = [](Stock& stock) { submit(stock.scheduler, 5); },
       .call = [](Stock& stock) { return throng_scheduler_cancel(stock.scheduler, 2); },
       .result = rest});
  cases.push_back({.name = "throng_scheduler_replace_solver",
                   .setup =
                       [](Stock& stock) {
                         submit(stock.scheduler, 9);
                         prepare(run(stock, stock.scheduler, 60));
                       },
                   .call =
                       [](Stock& stock) {
                         return throng_scheduler_replace_solver(stock.scheduler, 0,
                                                                stock.weighted_solver);
                       },
                   .result = rest});
  cases.push_back({.name = "throng_scheduler_edit", .call = [](Stock& stock) {
                     return throng_scheduler_edit(stock.map_scheduler, kEdits.data(),
                                                  kEdits.size());
                   }});
}

void solve_all(Stock& stock, std::int32_t count) {
  submit(stock.scheduler, count);
  prepare(run(stock, stock.scheduler, THRONG_ALL_WORK));
}

}  // namespace

void add_scheduler_cases(std::vector<ShortageCase>& cases) {
  add_submit_cases(cases);
  cases.push_back({.name = "throng_scheduler_run",
                   .setup = [](Stock& stock) { submit(stock.scheduler, 20); },
                   .call = [](Stock& stock) { return run(stock, stock.scheduler, 300); },
                   .result = rest,
                   .breaks = true});
  const Call poll = [](Stock& stock) {
    return throng_scheduler_poll(stock.scheduler, stock.batch);
  };
  cases.push_back({.name = "throng_scheduler_poll",
                   .setup = [](Stock& stock) { solve_all(stock, 20); },
                   .call = poll,
                   .result = polled_and_rest,
                   .left = check_empty});
  cases.push_back({.name = "throng_scheduler_poll, the second one",
                   .setup =
                       [](Stock& stock) {
                         solve_all(stock, 5);
                         prepare(throng_scheduler_poll(stock.scheduler, stock.batch));
                         solve_all(stock, 30);
                       },
                   .call = poll,
                   .result = polled_and_rest,
                   .left = check_empty});
  const auto submit_and_edit = [](Stock& stock) {
    submit(stock.map_scheduler, 20);
    prepare(throng_scheduler_edit(stock.map_scheduler, kEdits.data(), kEdits.size()));
  };
  cases.push_back(
      {.name = "throng_scheduler_run on a map",
       .setup = submit_and_edit,
       .call = [](Stock& stock) { return run(stock, stock.map_scheduler, 600); },
       .result =
           [](Stock& stock) {
             return main_map(stock) + rest_of(stock, stock.map_scheduler);
           },
       .breaks = true});
  cases.push_back(
      {.name = "throng_scheduler_poll on a map",
       .setup =
           [submit_and_edit](Stock& stock) {
             submit_and_edit(stock);
             prepare(run(stock, stock.map_scheduler, THRONG_ALL_WORK));
           },
       .call =
           [](Stock& stock) {
             return throng_scheduler_poll(stock.map_scheduler, stock.batch);
           },
       .result =
           [](Stock& stock) { return polled(stock) + rest_of(stock, stock.map_scheduler); },
       .left = check_empty});
}

namespace {

std::string route_text(Stock& stock) {
  throng_position at{};
  std::size_t count = 0;
  throng_route_info(stock.route, &at, &count);
  std::vector<throng_move> moves(count + 1);
  throng_route_moves(stock.route, moves.data(), moves.size(), &count);
  std::ostringstream out;
  out << at.x << ',' << at.y << ':';
  for (std::size_t i = 0; i < count; ++i) out << ' ' << int{moves[i]};
  return out.str();
}

/// Fills Stock::paths with two paths, and puts the first one into the route.
void assign_first_of(Stock& stock, throng_query first, throng_query second) {
  const std::array<throng_query, 2> queries{first, second};
  prepare(throng_solve(stock.solver, queries.data(), queries.size(), stock.workers, nullptr,
                       nullptr, stock.paths));
  prepare(throng_route_assign(stock.route, stock.paths, 0));
}

void add_route_case(std::vector<ShortageCase>& cases, const char* name,
                    std::function<void(Stock&)> setup, Call one) {
  cases.push_back({.name = name,
                   .setup = std::move(setup),
                   .call = std::move(one),
                   .state = route_text,
                   .result = route_text});
}

constexpr throng_query kTop{{0, 0}, {7, 0}};

}  // namespace

void add_route_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_route_create", .call = [](Stock& stock) {
                     const throng_host lent = stock.route_memory.host();
                     throng_route* route = nullptr;
                     const throng_code code = throng_route_create(&lent, &route);
                     throng_route_destroy(route);
                     return code;
                   }});
  add_route_case(cases, "throng_route_assign, the first path", {}, [](Stock& stock) {
    return throng_route_assign(stock.route, stock.paths, 3);
  });
  add_route_case(
      cases, "throng_route_assign",
      [](Stock& stock) { prepare(throng_route_assign(stock.route, stock.paths, 3)); },
      [](Stock& stock) { return throng_route_assign(stock.route, stock.paths, 5); });
  add_route_case(
      cases, "throng_route_append",
      [](Stock& stock) {
        assign_first_of(stock, kTop, {{7, 0}, {0, 7}});
      },
      [](Stock& stock) { return throng_route_append(stock.route, stock.paths, 1); });
  add_route_case(
      cases, "throng_route_splice",
      [](Stock& stock) { assign_first_of(stock, kTop, kTop); },
      [](Stock& stock) { return throng_route_splice(stock.route, 7, stock.paths, 1); });
  add_route_case(
      cases, "throng_route_join",
      [](Stock& stock) {
        assign_first_of(stock, kTop, {{4, 0}, {0, 7}});
      },
      [](Stock& stock) {
        std::int32_t passes = 0;
        return throng_route_join(stock.route, stock.grid, stock.paths, 1, &passes);
      });
  add_route_case(
      cases, "throng_route_place", [](Stock& stock) { assign_first_of(stock, kTop, kTop); },
      [](Stock& stock) {
        std::int32_t passes = 0;
        return throng_route_place(stock.route, stock.grid, {5, 5}, &passes);
      });
}

namespace {

std::string book_text(Stock& stock) {
  std::ostringstream out;
  for (std::uint32_t route = 0; route < 14; ++route) {
    throng_route_state state{};
    state.size = sizeof state;
    out << "; " << throng_route_book_get(stock.book, route, &state);
    out << ' ' << state.broken << ' ' << state.at.x << ',' << state.at.y << ' '
        << state.goal.x << ',' << state.goal.y << ' ' << state.moves << ' ' << state.cost;
  }
  return out.str();
}

void fill_book(Stock& stock) {
  for (std::size_t slot = 0; slot < 8; ++slot) {
    std::uint32_t route = 0;
    prepare(throng_route_book_add(stock.book, stock.paths, slot, stock.queries[slot].goal,
                                  &route));
  }
}

void fill_book_with(Stock& stock, throng_query first, throng_query second) {
  assign_first_of(stock, first, second);
  std::uint32_t route = 0;
  prepare(throng_route_book_add(stock.book, stock.paths, 0, first.goal, &route));
}

void add_book_case(std::vector<ShortageCase>& cases, const char* name,
                   std::function<void(Stock&)> setup, Call one) {
  cases.push_back({.name = name,
                   .setup = std::move(setup),
                   .call = std::move(one),
                   .state = book_text,
                   .result = [](Stock& stock) { return stock.seen + book_text(stock); }});
}

throng_code review(Stock& stock, const throng_grid* grid) {
  const throng_rect all{0, 0, Stock::kSide, Stock::kSide};
  throng_changes changes{};
  changes.size = sizeof changes;
  changes.costlier = changes.cheaper = &all;
  changes.costlier_count = changes.cheaper_count = 1;
  throng_review lists{};
  lists.size = sizeof lists;
  const throng_code code =
      throng_route_book_review(stock.book, grid, &changes, stock.workers, &lists);
  if (code != THRONG_OK) return code;
  const Plenty enough;
  std::ostringstream out;
  for (std::size_t i = 0; i < lists.broken_count; ++i) out << " b" << lists.broken[i];
  for (std::size_t i = 0; i < lists.costlier_count; ++i) out << " c" << lists.costlier[i];
  for (std::size_t i = 0; i < lists.may_shorten_count; ++i) {
    out << " s" << lists.may_shorten[i];
  }
  stock.seen = out.str();
  return code;
}

throng_code add_one(Stock& stock) {
  std::uint32_t route = 0;
  return throng_route_book_add(stock.book, stock.paths, 9, {1, 1}, &route);
}

}  // namespace

void add_book_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_route_book_create", .call = [](Stock& stock) {
                     const throng_host lent = stock.book_memory.host();
                     throng_route_book* book = nullptr;
                     const throng_code code =
                         throng_route_book_create(stock.grid, &lent, &book);
                     throng_route_book_destroy(book);
                     return code;
                   }});
  add_book_case(cases, "throng_route_book_add, the first path", {}, add_one);
  add_book_case(cases, "throng_route_book_add", fill_book, add_one);
  add_book_case(cases, "throng_route_book_replace", fill_book, [](Stock& stock) {
    return throng_route_book_replace(stock.book, 2, stock.paths, 9, {1, 1});
  });
  add_book_case(cases, "throng_route_book_replace_all", fill_book, [](Stock& stock) {
    std::array<throng_new_path, 6> paths;
    for (std::uint32_t i = 0; i < paths.size(); ++i) {
      paths[i] = {stock.queries[i + 5].goal, i + 5, i, 0};
    }
    return throng_route_book_replace_all(stock.book, stock.paths, paths.data(),
                                         paths.size(), stock.workers);
  });
  add_book_case(cases, "throng_route_book_join", fill_book, [](Stock& stock) {
    std::int32_t passes = 0;
    return throng_route_book_join(stock.book, 2, stock.paths, 9, {1, 1}, &passes);
  });
  add_book_case(cases, "throng_route_book_join_all", fill_book, [](Stock& stock) {
    std::array<throng_new_path, 6> paths;
    for (std::uint32_t i = 0; i < paths.size(); ++i) {
      paths[i] = {stock.queries[i + 5].goal, i, i, 0};
    }
    const std::uint32_t* missed = nullptr;
    std::size_t count = 0;
    return throng_route_book_join_all(stock.book, stock.paths, paths.data(), paths.size(),
                                      stock.workers, &missed, &count);
  });
  add_book_case(cases, "throng_route_book_remove", fill_book,
                [](Stock& stock) { return throng_route_book_remove(stock.book, 2); });
  add_book_case(
      cases, "throng_route_book_append",
      [](Stock& stock) {
        fill_book_with(stock, kTop, {{7, 0}, {0, 7}});
      },
      [](Stock& stock) { return throng_route_book_append(stock.book, 0, stock.paths, 1); });
  add_book_case(
      cases, "throng_route_book_splice",
      [](Stock& stock) { fill_book_with(stock, kTop, kTop); },
      [](Stock& stock) {
        return throng_route_book_splice(stock.book, 0, 7, stock.paths, 1);
      });
  add_book_case(cases, "throng_route_book_advance", fill_book, [](Stock& stock) {
    throng_position at{};
    return throng_route_book_advance(stock.book, 1, 2, &at);
  });
  add_book_case(cases, "throng_route_book_review", fill_book,
                [](Stock& stock) { return review(stock, stock.other); });
  add_book_case(
      cases, "throng_route_book_review, the second one",
      [](Stock& stock) {
        fill_book(stock);
        prepare(review(stock, stock.other));
      },
      [](Stock& stock) { return review(stock, stock.grid); });
}

}  // namespace attack
