#include "shortage.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <unistd.h>

// Calls about grids, indexes, solvers, fields and groups.

namespace attack {
namespace {

/// A call that makes something, which is destroyed at once.
template <class T, class Make>
Call made(throng_code (*destroy)(T*), Make make) {
  return [destroy, make](Stock& stock) {
    std::remove_const_t<T>* one = nullptr;
    const throng_code code = make(stock, &one);
    const Plenty enough;
    destroy(one);
    return code;
  };
}

std::string index_file() { return "throng_attack_" + std::to_string(getpid()) + ".index"; }

std::string numbers(std::span<const std::uint32_t> values) {
  const Plenty enough;
  std::string text;
  for (const std::uint32_t value : values) text += std::to_string(value) + ' ';
  return text;
}

const std::array<throng_position, 3> kSources{{{0, 0}, {7, 7}, {2, 2}}};

}  // namespace

void add_grid_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_grid_create",
                   .call = made(throng_grid_release, [](Stock& stock, throng_grid** grid) {
                     throng_terrain of = Stock::terrain();
                     of.weights = stock.weights.data();
                     const throng_link link{{0, 0}, {7, 7}, 3, 0};
                     of.links = &link;
                     of.link_count = 1;
                     const throng_closed_step step{{2, 2}, 1, {}};
                     of.closed_steps = &step;
                     of.closed_step_count = 1;
                     return throng_grid_create(&of, nullptr, grid);
                   })});
  for (const bool hexagons : {false, true}) {
    cases.push_back(
        {.name = hexagons ? "throng_grid_create of hexagons"
                          : "throng_grid_create for units of 2",
         .call = made(throng_grid_release, [hexagons](Stock&, throng_grid** grid) {
           throng_rules rules;
           throng_rules_init(&rules, sizeof rules);
           if (hexagons) rules.topology = THRONG_HEX;
           if (!hexagons) rules.unit_size = 2;
           const throng_terrain of = Stock::terrain();
           return throng_grid_create(&of, &rules, grid);
         })});
  }
  cases.push_back({.name = "throng_grid_from_text",
                   .call = made(throng_grid_release, [](Stock&, throng_grid** grid) {
                     const std::string_view text =
                         "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
                     return throng_grid_from_text(text.data(), text.size(), nullptr, grid);
                   })});
  cases.push_back({.name = "throng_grid_with_influence",
                   .call = made(throng_grid_release, [](Stock& stock, throng_grid** grid) {
                     return throng_grid_with_influence(stock.weighted, stock.weights.data(),
                                                       Stock::kCells, grid);
                   })});
  for (int part = 0; part < 9; ++part) {
    cases.push_back(
        {.name = "throng_index_build of part " + std::to_string(part),
         .call = made(throng_index_release, [part](Stock& stock, throng_index** index) {
           throng_index_options options;
           throng_index_options_init(&options, sizeof options);
           options.landmarks = part == 0 || part == 6 ? 4 : 0;
           options.jump_graph = part == 1;
           options.hubs = part == 2;
           options.fronts = part == 3 || part == 7;
           options.hierarchy = part == 4;
           options.areas = options.gates = part == 5;
           options.lines = part == 8;
           if (part == 6) options.storage = THRONG_STORE_JUMP_POINTS;
           return throng_index_build(part == 7 ? stock.weighted : stock.grid, &options,
                                     stock.workers, nullptr, index);
         })});
  }
  cases.push_back({.name = "throng_index_save", .call = [](Stock& stock) {
                     const throng_code code =
                         throng_index_save(stock.index, "throng_attack_saved.index");
                     std::remove("throng_attack_saved.index");
                     return code;
                   }});
  cases.push_back({.name = "throng_index_load",
                   .setup =
                       [](Stock& stock) {
                         prepare(throng_index_save(stock.index, index_file().c_str()));
                       },
                   .call =
                       [](Stock& stock) {
                         throng_load_options options;
                         throng_load_options_init(&options, sizeof options);
                         options.check = THRONG_CHECK_RANGES;
                         options.copy = 1;
                         std::string path;
                         {
                           const Plenty enough;
                           path = index_file();
                         }
                         throng_index* index = nullptr;
                         const throng_code code =
                             throng_index_load(path.c_str(), stock.grid, &options, &index);
                         throng_index_release(index);
                         return code;
                       },
                   .result =
                       [](Stock&) {
                         return std::string(std::remove(index_file().c_str()) == 0
                                                ? ""
                                                : "removed before");
                       }});
  cases.push_back(
      {.name = "throng_index_with_costlier_grid",
       .call = made(throng_index_release, [](Stock& stock, throng_index** index) {
         return throng_index_with_costlier_grid(stock.weighted_index, stock.weighted,
                                                index);
       })});
  cases.push_back({.name = "throng_index_get_info", .call = [](Stock& stock) {
                     throng_index_info info{};
                     info.size = sizeof info;
                     return throng_index_get_info(stock.index, &info);
                   }});
  cases.push_back({.name = "throng_index_get_part", .call = [](Stock& stock) {
                     throng_part_info part{};
                     part.size = sizeof part;
                     return throng_index_get_part(stock.index, 0, &part);
                   }});
}

namespace {

/// All that lines hold.
std::string lines_text(Stock& stock) {
  throng_lines_view view{};
  view.size = sizeof view;
  std::ostringstream out;
  out << "code " << throng_lines_get(stock.lines, &view) << " scale " << view.scale;
  for (std::size_t i = 0; i < view.count; ++i) {
    out << "; " << int{view.status[i]} << ' ' << view.length[i] << ' ' << view.expanded[i];
    for (std::uint64_t k = view.point_begin[i]; k < view.point_begin[i + 1]; ++k)
      out << ' ' << view.points[k].x << ',' << view.points[k].y;
  }
  return out.str();
}

/// Of a call that failed, no path is left.
void check_no_lines(Stock& stock) {
  throng_lines_view view{};
  view.size = sizeof view;
  prepare(throng_lines_get(stock.lines, &view));
  for (std::size_t i = 0; i < view.count; ++i)
    check(view.status[i] == THRONG_NOT_RUN && view.length[i] == 0 &&
              view.point_begin[i + 1] == 0 && view.expanded[i] == 0,
          "line ", i, " of a call that failed");
}

}  // namespace

void add_line_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_lines_create",
                   .call = made(throng_lines_destroy, [](Stock& stock, auto** lines) {
                     const throng_host lent = stock.batch_memory.host();
                     return throng_lines_create(&lent, lines);
                   })});
  const Call solve = [](Stock& stock) {
    return throng_solve_lines(stock.index, stock.queries.data(), stock.queries.size(),
                              stock.workers, nullptr, nullptr, stock.lines);
  };
  const Call smooth = [](Stock& stock) {
    return throng_smooth(stock.grid, stock.paths, stock.workers, stock.lines);
  };
  const auto two_before = [](Stock& stock) {
    prepare(throng_solve_lines(stock.index, stock.queries.data(), 2, stock.workers, nullptr,
                               nullptr, stock.lines));
  };
  cases.push_back({.name = "throng_solve_lines, the first ones",
                   .call = solve,
                   .result = lines_text,
                   .left = check_no_lines});
  cases.push_back({.name = "throng_solve_lines",
                   .setup = two_before,
                   .call = solve,
                   .result = lines_text,
                   .left = check_no_lines});
  cases.push_back({.name = "throng_smooth, the first ones",
                   .call = smooth,
                   .result = lines_text,
                   .left = check_no_lines});
  cases.push_back({.name = "throng_smooth",
                   .setup = two_before,
                   .call = smooth,
                   .result = lines_text,
                   .left = check_no_lines});
}

void add_solver_cases(std::vector<ShortageCase>& cases) {
  cases.push_back(
      {.name = "throng_solver_create",
       .call = made(throng_solver_destroy, [](Stock& stock, throng_solver** solver) {
         return throng_solver_create(stock.grid, nullptr, solver);
       })});
  cases.push_back(
      {.name = "throng_solver_create_indexed",
       .call = made(throng_solver_destroy, [](Stock& stock, throng_solver** solver) {
         return throng_solver_create_indexed(stock.index, nullptr, solver);
       })});
  cases.push_back(
      {.name = "throng_workers_create",
       .call = made(throng_workers_destroy, [](Stock& stock, throng_workers** workers) {
         const throng_host lent = stock.route_memory.host();
         return throng_workers_create(2, &lent, workers);
       })});
  cases.push_back(
      {.name = "throng_batch_create",
       .call = made(throng_batch_destroy, [](Stock& stock, throng_batch** batch) {
         const throng_host lent = stock.batch_memory.host();
         return throng_batch_create(&lent, batch);
       })});
  const Text batch = [](Stock& stock) { return text_of(stock.batch); };
  for (const int algorithm : {0, 1, 2, 3, 4, 6, 7, 8, 13, 14, 15, 16}) {
    for (const int sharing : {THRONG_SHARE_NONE, THRONG_SHARE_GOALS}) {
      cases.push_back({.name = "throng_solve by algorithm " + std::to_string(algorithm) +
                               " sharing " + std::to_string(sharing),
                       .call =
                           [algorithm, sharing](Stock& stock) {
                             throng_solver_options options;
                             throng_solver_options_init(&options, sizeof options);
                             options.algorithm = algorithm;
                             throng_solver* solver = nullptr;
                             const throng_code code =
                                 algorithm == THRONG_ALGORITHM_TEXTBOOK
                                     ? throng_solver_create(stock.grid, &options, &solver)
                                     : throng_solver_create_indexed(stock.index, &options,
                                                                    &solver);
                             if (code != THRONG_OK) return code;
                             throng_batch_options how;
                             throng_batch_options_init(&how, sizeof how);
                             how.sharing = sharing;
                             std::array<throng_query, 42> queries;
                             std::ranges::copy(stock.queries, queries.begin());
                             for (std::int32_t i = 12; i < 42; ++i)
                               queries[static_cast<std::size_t>(i)] = {{i % 8, 2}, {7, 7}};
                             const throng_code solved =
                                 throng_solve(solver, queries.data(), queries.size(),
                                              stock.workers, &how, nullptr, stock.batch);
                             throng_solver_destroy(solver);
                             return solved;
                           },
                       .result = batch});
    }
  }
  for (const int sharing : {THRONG_SHARE_NONE, THRONG_SHARE_EQUAL, THRONG_SHARE_GOALS}) {
    cases.push_back(
        {.name = "throng_solve_requests sharing " + std::to_string(sharing),
         .call =
             [sharing](Stock& stock) {
               const std::array<throng_position, 4> goals{{{1, 1}, {7, 7}, {0, 7}, {9, 9}}};
               std::array<throng_request, 14> requests;
               for (std::uint32_t i = 0; i < requests.size(); ++i) {
                 const auto k = static_cast<std::int32_t>(i);
                 requests[i] = {{k % 8, k % 3},       goals.data(), i % 5,
                                i % 2 == 1 ? 1.5 : 0, k % 3,        i % 4};
               }
               throng_batch_options how;
               throng_batch_options_init(&how, sizeof how);
               how.sharing = sharing;
               return throng_solve_requests(stock.solver, requests.data(), requests.size(),
                                            stock.workers, &how, nullptr, stock.batch);
             },
         .result = batch});
  }
}

namespace {

/// A field or a table, on a grid or an index. kind: one field, many, a table.
throng_code fill_fields(Stock& stock, int kind, int ground, std::span<std::uint32_t> out) {
  const throng_position* const from = kSources.data();
  const std::size_t count = kSources.size();
  const throng_index* const index = ground == 1 ? stock.index : stock.weighted_index;
  throng_workers* const workers = stock.workers;
  const bool swept = ground == 0;
  switch (kind) {
    case 0:
      return swept ? throng_distance_field(stock.weighted, from, count, workers, nullptr,
                                           nullptr, out.data(), out.size())
                   : throng_distance_field_indexed(index, from, count, workers, nullptr,
                                                   nullptr, out.data(), out.size());
    case 1:
      return swept ? throng_distance_fields(stock.weighted, from, count, workers, nullptr,
                                            nullptr, out.data(), out.size())
                   : throng_distance_fields_indexed(index, from, count, workers, nullptr,
                                                    nullptr, out.data(), out.size());
    default:
      return swept
                 ? throng_distance_table(stock.weighted, from, count, from, count, workers,
                                         nullptr, nullptr, out.data(), out.size())
                 : throng_distance_table_indexed(index, from, count, from, count, workers,
                                                 nullptr, nullptr, out.data(), out.size());
  }
}

std::string flow_text(Stock& stock) {
  std::vector<std::uint32_t> costs(Stock::kCells);
  for (std::int32_t i = 0; i < 64; ++i) {
    throng_flow_field_distance(stock.flow, {i % 8, i / 8},
                               &costs[static_cast<std::size_t>(i)]);
  }
  return numbers(costs);
}

std::string places_text(Stock& stock) {
  std::array<throng_position, Stock::kCells> from;
  for (std::int32_t i = 0; i < 64; ++i) from[static_cast<std::size_t>(i)] = {i % 8, i / 8};
  std::array<throng_nearest, Stock::kCells> nearest{};
  const throng_code code =
      throng_places_find(stock.places, from.data(), from.size(), nearest.data());
  std::string text = "code " + std::to_string(code);
  for (const throng_nearest& one : nearest)
    text += ' ' + std::to_string(one.place) + ',' + std::to_string(one.cost);
  return text;
}

void check_no_goals(Stock& stock) {
  for (std::int32_t i = 0; i < 64; ++i) {
    std::uint32_t cost = 0;
    throng_flow_field_distance(stock.flow, {i % 8, i / 8}, &cost);
    check(cost == THRONG_NO_PATH, "a flow field has goals after a failure");
  }
}

/// A field that could not follow has no goals, or has not moved: then a goal is left.
void check_no_goals_or_unmoved(Stock& stock) {
  bool reached = false, at_goal = false;
  for (std::int32_t i = 0; i < 64; ++i) {
    std::uint32_t cost = 0;
    throng_flow_field_distance(stock.flow, {i % 8, i / 8}, &cost);
    reached = reached || cost != THRONG_NO_PATH;
    at_goal = at_goal || cost == 0;
  }
  check(reached == at_goal, "a flow field has distances without goals after a failure");
}

void check_no_places(Stock& stock) {
  throng_nearest nearest{};
  for (std::int32_t i = 0; i < 64; ++i) {
    const throng_position from{i % 8, i / 8};
    throng_places_find(stock.places, &from, 1, &nearest);
    check(nearest.place == THRONG_NO_PLACE, "there are places after a failure");
  }
}

/// Places that could not follow are none, or have not moved: then one of them is near.
void check_no_places_or_unmoved(Stock& stock) {
  throng_nearest nearest{};
  bool reached = false, at_place = false;
  for (std::int32_t i = 0; i < 64; ++i) {
    const throng_position from{i % 8, i / 8};
    throng_places_find(stock.places, &from, 1, &nearest);
    reached = reached || nearest.place != THRONG_NO_PLACE;
    at_place = at_place || (nearest.place != THRONG_NO_PLACE && nearest.cost == 0);
  }
  check(reached == at_place, "places are reached from nowhere near after a failure");
}

throng_changes everywhere() {
  static const throng_rect all{0, 0, Stock::kSide, Stock::kSide};
  throng_changes changes{};
  changes.size = sizeof changes;
  changes.costlier = changes.cheaper = &all;
  changes.costlier_count = changes.cheaper_count = 1;
  return changes;
}

void set_two_goals(Stock& stock) {
  const std::array<throng_position, 2> goals{{{3, 0}, {0, 7}}};
  prepare(throng_flow_field_set_goals(stock.flow, goals.data(), goals.size(),
                                      THRONG_NO_COST_LIMIT, stock.workers));
}

void set_two_places(Stock& stock) {
  const std::array<throng_position, 2> places{{{3, 0}, {0, 7}}};
  prepare(throng_places_set(stock.places, places.data(), places.size(), stock.workers));
}

void add_flow_cases(std::vector<ShortageCase>& cases) {
  cases.push_back(
      {.name = "throng_flow_field_create_indexed",
       .call = made(throng_flow_field_destroy, [](Stock& stock, throng_flow_field** flow) {
         return throng_flow_field_create_indexed(stock.weighted_index, flow);
       })});
  const Call set_goals = [](Stock& stock) {
    return throng_flow_field_set_goals(stock.flow, kSources.data(), kSources.size(), 9000,
                                       stock.workers);
  };
  cases.push_back({.name = "throng_flow_field_set_goals, the first ones",
                   .call = set_goals,
                   .result = flow_text,
                   .left = check_no_goals});
  cases.push_back({.name = "throng_flow_field_set_goals",
                   .setup = set_two_goals,
                   .call = set_goals,
                   .result = flow_text,
                   .left = check_no_goals});
  cases.push_back({.name = "throng_flow_field_follow",
                   .setup = set_two_goals,
                   .call =
                       [](Stock& stock) {
                         const throng_changes changes = everywhere();
                         return throng_flow_field_follow(stock.flow, stock.weighted,
                                                         &changes, stock.workers);
                       },
                   .result = flow_text,
                   .left = check_no_goals_or_unmoved});
  cases.push_back({.name = "throng_flow_field_follow_indexed",
                   .setup = set_two_goals,
                   .call =
                       [](Stock& stock) {
                         const throng_changes changes = everywhere();
                         return throng_flow_field_follow_indexed(
                             stock.flow, stock.weighted_index, &changes, stock.workers);
                       },
                   .result = flow_text,
                   .left = check_no_goals_or_unmoved});
  cases.push_back({.name = "throng_flow_field_path_by",
                   .setup = set_two_goals,
                   .call = [](Stock& stock) {
                     std::array<throng_move, 64> moves;
                     std::size_t count = 0;
                     return throng_flow_field_path_by(
                         stock.flow, {6, 6}, THRONG_TIES_STRAIGHT, 1, stock.workers,
                         moves.data(), moves.size(), &count);
                   }});
}

void add_place_cases(std::vector<ShortageCase>& cases) {
  cases.push_back({.name = "throng_places_set",
                   .setup = set_two_places,
                   .call =
                       [](Stock& stock) {
                         return throng_places_set(stock.places, kSources.data(),
                                                  kSources.size(), stock.workers);
                       },
                   .result = places_text,
                   .left = check_no_places});
  cases.push_back({.name = "throng_places_find",
                   .setup = set_two_places,
                   .call =
                       [](Stock& stock) {
                         std::array<throng_nearest, 3> nearest;
                         return throng_places_find(stock.places, kSources.data(),
                                                   kSources.size(), nearest.data());
                       },
                   .result = places_text});
  cases.push_back({.name = "throng_places_follow",
                   .setup = set_two_places,
                   .call =
                       [](Stock& stock) {
                         const throng_changes changes = everywhere();
                         return throng_places_follow(stock.places, stock.weighted, &changes,
                                                     stock.workers);
                       },
                   .result = places_text,
                   .left = check_no_places_or_unmoved});
  cases.push_back({.name = "throng_spread_goals", .call = [](Stock& stock) {
                     std::array<throng_position, 20> places;
                     std::size_t found = 0;
                     return throng_spread_goals(stock.grid, {0, 0}, {4, 4}, places.size(),
                                                places.data(), &found);
                   }});
  cases.push_back({.name = "throng_assign_places", .call = [](Stock&) {
                     std::array<throng_position, 20> places;
                     for (std::int32_t i = 0; i < 20; ++i)
                       places[static_cast<std::size_t>(i)] = {i % 5, i / 5};
                     std::array<std::uint32_t, 20> place_of;
                     return throng_assign_places(places.data(), places.size(),
                                                 places.data(), places.size(),
                                                 place_of.data());
                   }});
}

constexpr std::array<throng_group_unit, 6> kGroup{
    {{{0, 0}, 0}, {{1, 0}, 1}, {{0, 1}, 0}, {{7, 7}, 1}, {{5, 5}, 0}, {{-1, 0}, 0}}};

/// Which cells are taken.
std::string taken_text(Stock& stock) {
  std::string text;
  for (std::int32_t cell = 0; cell < Stock::kSide * Stock::kSide; ++cell) {
    std::int32_t is_free = 0;
    const throng_position at{cell % Stock::kSide, cell / Stock::kSide};
    throng_taken_cells_is_free(stock.taken, at, 1, &is_free);
    text += is_free != 0 ? '.' : '@';
  }
  return text;
}

void add_group_cases(std::vector<ShortageCase>& cases) {
  cases.push_back(
      {.name = "throng_promise_places",
       .call =
           [](Stock& stock) {
             const std::array<const throng_grid*, 2> movements{stock.grid, stock.weighted};
             std::array<throng_position, kGroup.size()> places{};
             return throng_promise_places(movements.data(), movements.size(), kGroup.data(),
                                          kGroup.size(), {4, 4}, THRONG_NO_COST_LIMIT,
                                          stock.taken, places.data());
           },
       .state = taken_text,
       .result = taken_text});
  cases.push_back(
      {.name = "throng_exchange_places", .call = [](Stock& stock) {
         const std::array<const throng_index*, 2> movements{stock.index,
                                                            stock.weighted_index};
         std::array<throng_position, kGroup.size()> places{
             {{7, 7}, {0, 0}, {1, 1}, {2, 2}, {0, 3}, {-1, -1}}};
         const auto before = places;
         const throng_code code =
             throng_exchange_places(movements.data(), movements.size(), kGroup.data(),
                                    kGroup.size(), stock.workers, places.data());
         check(code == THRONG_OK || std::memcmp(&before, &places, sizeof places) == 0,
               "places changed though the exchange failed");
         return code;
       }});
  cases.push_back({.name = "throng_assign_by_cost", .call = [](Stock&) {
                     constexpr std::array<std::uint32_t, 6> kCosts{3, 1, 2, 5, 5, 5};
                     std::array<std::uint32_t, 2> place_of;
                     return throng_assign_by_cost(2, 3, kCosts.data(), place_of.data());
                   }});
  cases.push_back({.name = "throng_taken_cells_create",
                   .call = made(throng_taken_cells_destroy, [](Stock&, auto** taken) {
                     return throng_taken_cells_create(9, 9, taken);
                   })});
}

}  // namespace

void add_field_cases(std::vector<ShortageCase>& cases) {
  for (int kind = 0; kind < 3; ++kind) {
    for (int ground = 0; ground < 3; ++ground) {
      cases.push_back({.name = "distances of kind " + std::to_string(kind) + " on ground " +
                               std::to_string(ground),
                       .call =
                           [kind, ground](Stock& stock) {
                             constexpr std::array<std::size_t, 3> kSizes{64, 192, 9};
                             std::array<std::uint32_t, 192> out{};
                             const auto part = std::span(out).first(
                                 kSizes[static_cast<std::size_t>(kind)]);
                             const throng_code code =
                                 fill_fields(stock, kind, ground, part);
                             const Plenty enough;
                             stock.seen = code == THRONG_OK ? numbers(part) : "";
                             return code;
                           },
                       .result = [](Stock& stock) { return stock.seen; }});
    }
  }
  add_flow_cases(cases);
  add_place_cases(cases);
  add_group_cases(cases);
}

}  // namespace attack
