#pragma once

#include "random.hpp"
#include "report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <throng.h>
#include <vector>

// Random calls of throng.h: any order, any handles that exist, null and foreign ones, sizes
// and numbers out of range. No call may crash, hang, read or write beside its buffers
// (which are as long as they must be, on the heap), or return a code that the header does
// not list.

namespace attack {

/// Memory of exactly this many elements, so that sanitizers see what lies beside it.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : data_(new T[count]()), count_(count) {}
  T* data() noexcept { return data_.get(); }
  std::size_t size() const noexcept { return count_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + count_; }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t count_;
};

/// Keeps the compiler from dropping what was read.
inline void use(std::uint64_t value) noexcept {
  static volatile std::uint64_t used;
  used = value;
  static_cast<void>(used);
}

/// Living handles of one type.
template <class T>
struct Pool {
  throng_code (*destroy)(T*);
  std::vector<T*> handles = {};

  void destroy_all() {
    for (T* const one : handles) destroy(one);
    handles.clear();
  }
};

/// The functions that a host lends, and how they behave.
struct LentHost {
  enum class Mode : std::uint8_t {
    rising,
    falling,
    some,
    none,
    threads,
    re_entering,
    throwing
  };
  Mode mode = Mode::rising;
  throng_workers* inner = nullptr;  ///< for re_entering: other workers
  throng_workers* outer = nullptr;  ///< and perhaps those in use
  throng_solver* solver = nullptr;
  int depth = 0;
};

/// The terrain of a map with all that it points to.
struct DrawnTerrain {
  std::string cells;
  std::vector<std::uint16_t> weights;
  std::vector<std::int16_t> altitude;
  std::vector<throng_closed_step> closed;
  std::vector<throng_link> links;
  throng_terrain terrain;
};

/// Requests with their goals.
struct DrawnRequests {
  std::vector<std::vector<throng_position>> goals;
  std::vector<throng_request> requests;
};

class CCalls {
 public:
  explicit CCalls(std::uint64_t seed);
  ~CCalls();
  CCalls(const CCalls&) = delete;
  CCalls& operator=(const CCalls&) = delete;

  void play();

 private:
  static constexpr std::int32_t kWidth = 9;
  static constexpr std::int32_t kHeight = 7;
  static constexpr std::size_t kCells = std::size_t{kWidth} * kHeight;

  // Drawing (c_draw.cpp).
  throng_position position();
  throng_rules rules();
  std::unique_ptr<DrawnTerrain> terrain();
  throng_host host(bool jobs);
  throng_solver_options solver_options();
  throng_index_options index_options();
  throng_batch_options batch_options();
  throng_field_options field_options();
  DrawnRequests requests(std::uint32_t most);
  std::vector<throng_edit> edits();
  /// For all edits; valid until the next call.
  std::vector<throng_block> blocks();
  /// Everything may have changed, and a rectangle that leaves the map. Valid until the next
  /// call.
  throng_changes any_changes();
  void fill(Buffer<throng_position>& positions);
  /// `size`, or now and then another one.
  std::uint32_t odd_size(std::size_t size);
  std::size_t odd_count(std::uint32_t below);

  /// A handle of a pool; now and then null, of another type, or no handle at all.
  template <class T>
  T* pick(Pool<T>& pool);
  /// A handle of another pool; null if it has none.
  template <class T>
  void* other_than(Pool<T>& pool);
  template <class T>
  void keep(Pool<T>& pool, T* handle);
  template <class T>
  void drop_one(Pool<T>& pool);
  void drop_any();
  void forget(const void* handle) noexcept;

  // Calls, in groups as throng.h has them (c_grids.cpp, c_games.cpp,
  // c_crowds.cpp).
  void call_names();
  void call_host();
  void call_workers();
  void call_monitor();
  void call_grid();
  void call_grid_text();
  void call_grid_queries();
  void call_grid_paths();
  void call_index();
  void call_index_file();
  void call_index_queries();
  void call_solver();
  void call_batch();
  void call_solve();
  void call_solve_requests();
  void read_batch();
  void call_batch_queries();
  void call_lines();
  void read_lines();
  void call_fields();
  void call_tables();
  void call_flow();
  void call_flow_queries();
  void call_places();
  void call_group();
  void call_taken();
  void call_promise();
  void call_map();
  void call_map_edit();
  void call_map_labels();
  void call_map_queries();
  void call_map_changes();
  void call_map_save();
  std::vector<unsigned char> copy_of(const void* bytes, std::size_t size);
  void call_scheduler();
  std::vector<const throng_solver*> some_solvers();
  void call_scheduler_save();
  void call_submit();
  void call_run();
  void call_pace(throng_frame_report report);
  void call_scheduler_edit();
  void call_route();
  void call_route_walk();
  void call_route_change();
  void call_book();
  void call_book_orders();
  void call_book_read();
  void call_book_paths();
  void call_book_walk();
  void call_book_review();
  void call_book_save();
  void call_bundle(const void* bytes, std::size_t size);
  void call_crowd();
  void call_crowd_units();
  void call_crowd_orders();
  void call_crowd_step();
  void call_crowd_read();
  void call_crowd_save();
  void call_step_field();

  Random random_;
  std::array<throng_rect, 2> changed_{};  ///< of any_changes()
  std::string block_characters_;          ///< of blocks()
  std::vector<std::uint16_t> block_weights_;
  LentHost lent_;
  std::string file_;
  Pool<const throng_grid> grids_{throng_grid_release};
  Pool<const throng_index> indexes_{throng_index_release};
  Pool<throng_solver> solvers_{throng_solver_destroy};
  Pool<throng_workers> workers_{throng_workers_destroy};
  Pool<throng_batch> batches_{throng_batch_destroy};
  Pool<throng_lines> lines_{throng_lines_destroy};
  Pool<throng_monitor> monitors_{throng_monitor_destroy};
  Pool<throng_flow_field> flows_{throng_flow_field_destroy};
  Pool<throng_places> places_{throng_places_destroy};
  Pool<throng_taken_cells> taken_{throng_taken_cells_destroy};
  Pool<throng_map> maps_{throng_map_destroy};
  Pool<throng_scheduler> schedulers_{throng_scheduler_destroy};
  Pool<throng_route> routes_{throng_route_destroy};
  Pool<throng_route_book> books_{throng_route_book_destroy};
  Pool<throng_crowd> crowds_{throng_crowd_destroy};
  Pool<throng_step_field> step_fields_{throng_step_field_destroy};
};

/// Calls a function of throng.h by its name, and checks its code.
template <class Function, class... Arguments>
throng_code call(const char* name, Function function, Arguments... arguments) {
  stage(name);
  const throng_code code = function(arguments...);
  check(code >= THRONG_OK && code < THRONG_INTERNAL, name, " returns ", code, ": ",
        throng_last_error());
  check(code == THRONG_OK || throng_last_error()[0] != '\0', name, " fails with code ",
        code, " without a message");
  counts().compared(std::string("code of a call: ") + throng_code_name(code));
  return code;
}
// The macros name the function in reports.
#define CALL(function, ...) call(#function, function, __VA_ARGS__)

/// Calls throng_X_init with a size that may be another one than that of the struct, on
/// memory of that size.
template <class Options>
void call_init(const char* name, throng_code (*init)(Options*, std::uint32_t),
               std::uint32_t size) {
  Buffer<std::uint64_t> memory((std::max<std::size_t>(size, 8) + 7) / 8);
  call(name, init, reinterpret_cast<Options*>(memory.data()), size);
}
#define CALL_INIT(function, size) call_init(#function, function, size)

template <class T>
T* CCalls::pick(Pool<T>& pool) {
  if (random_.one_in(40)) return nullptr;
  if (random_.one_in(60)) {
    if (void* const other = other_than(pool)) return static_cast<T*>(other);
  }
  if (random_.one_in(100)) {
    alignas(16) static char nothing[64];
    return reinterpret_cast<T*>(nothing);
  }
  return pool.handles.empty() ? nullptr : random_.pick(pool.handles);
}

template <class T>
void* CCalls::other_than(Pool<T>& pool) {
  const auto one_of = [&](auto& other) -> void* {
    if (static_cast<void*>(&other) == static_cast<void*>(&pool) || other.handles.empty())
      return nullptr;
    return random_.pick(other.handles);
  };
  switch (random_.below(4)) {
    case 0:
      return one_of(taken_);
    case 1:
      return one_of(crowds_);
    case 2:
      return one_of(flows_);
    default:
      return one_of(monitors_);
  }
}

template <class T>
void CCalls::keep(Pool<T>& pool, T* handle) {
  constexpr std::size_t kMost = 6;
  if (handle == nullptr) return;
  pool.handles.push_back(handle);
  if (pool.handles.size() > kMost) drop_one(pool);
}

template <class T>
void CCalls::drop_one(Pool<T>& pool) {
  if (pool.handles.empty()) return;
  const auto one = pool.handles.begin() +
                   static_cast<std::ptrdiff_t>(random_.below(pool.handles.size()));
  T* const handle = *one;
  pool.handles.erase(one);
  forget(handle);
  pool.destroy(handle);
}

}  // namespace attack
