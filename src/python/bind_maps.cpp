#include "../index/index_part.hpp"
#include "bindings.hpp"

#include <throng/generate.hpp>
#include <throng/map_io.hpp>
#include <throng/scenario.hpp>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>

namespace throng::python {
namespace {

using Path = std::filesystem::path;

/// Characters as a numpy array of shape (height, width) and type "S1".
py::array characters(const Terrain& terrain) {
  py::array array(py::dtype("S1"), {terrain.height(), terrain.width()});
  auto* const cells = static_cast<char*>(array.mutable_data());
  for (std::int32_t y = 0; y < terrain.height(); ++y)
    std::ranges::copy(terrain.row(y), cells + std::ptrdiff_t{y} * terrain.width());
  return array;
}

Terrain terrain_of_characters(const py::array& given, const std::string& more) {
  if (given.ndim() != 2)
    throw py::value_error("the map must have the shape (height, width)");
  const py::array array = py::array::ensure(given, py::array::c_style);
  const auto height = static_cast<std::int32_t>(array.shape(0));
  const auto width = static_cast<std::int32_t>(array.shape(1));
  take(Terrain::check_size(width, height));
  std::string cells(static_cast<const char*>(array.data()),
                    static_cast<std::size_t>(array.size()));
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (kTerrains.find(cells[i]) == std::string_view::npos &&
        more.find(cells[i]) == std::string::npos)
      throw py::value_error("the map has an unknown character in row " +
                            std::to_string(i / static_cast<std::size_t>(width)) +
                            ", column " +
                            std::to_string(i % static_cast<std::size_t>(width)));
  return take(Terrain::make(width, height, std::move(cells)));
}

Terrain terrain_of_costs(py::handle given, std::vector<Weight>& costs,
                         std::optional<Weight> edits) {
  const auto layer = layer_of<Weight>(given, "the costs");
  const auto height = static_cast<std::int32_t>(layer.shape(0));
  const auto width = static_cast<std::int32_t>(layer.shape(1));
  take(Terrain::check_size(width, height));
  const std::span<const Weight> all(layer.data(), static_cast<std::size_t>(layer.size()));
  std::string cells(all.size(), '.');
  if (edits.value_or(0) > 1 ||
      std::ranges::any_of(all, [](Weight weight) { return weight > 1; }))
    costs.assign(all.begin(), all.end());
  if (!edits || costs.empty())  // otherwise its weight alone closes a cell
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] == 0) cells[i] = '@';
  return take(Terrain::make(width, height, std::move(cells)));
}

std::shared_ptr<const Grid> make_grid(py::handle map, py::dict keywords) {
  std::vector<Weight> costs;
  Rules rules = take_rules(keywords);
  const Terrain terrain = terrain_of(map, costs, rules.movement.own_characters());
  GridOptions options;
  options.weights = costs;
  std::vector<Link> links;
  std::optional<py::array_t<std::int16_t>> altitude;
  const auto need_size = [&](const py::array& layer, const char* name) {
    if (layer.shape(0) != terrain.height() || layer.shape(1) != terrain.width())
      throw py::value_error(std::string(name) + " has another shape than the map");
  };
  if (const auto given = take_keyword(keywords, "weights")) {
    const auto layer = layer_of<Weight>(*given, "weights");
    need_size(layer, "weights");
    if (!costs.empty()) throw py::value_error("the map already has costs");
    costs.assign(layer.data(), layer.data() + layer.size());
    options.weights = costs;
  }
  if (const auto given = take_keyword(keywords, "altitude")) {
    altitude = layer_of<std::int16_t>(*given, "altitude");
    need_size(*altitude, "altitude");
    options.altitude = {altitude->data(), static_cast<std::size_t>(altitude->size())};
  }
  if (const auto given = take_keyword(keywords, "links")) {
    links = links_of(*given);
    options.links = links;
  }
  need_none(keywords, "Grid");
  const py::gil_scoped_release release;
  return take(Grid::make(terrain, rules, options));
}

Index build_index(const std::shared_ptr<const Grid>& grid, IndexOptions options,
                  NamedWorkers* workers) {
  std::optional<Result<Index>> built;
  run(workers, kShortWork, [&](Workers& threads, Monitor& monitor) {
    options.monitor = &monitor;
    built = Index::build(grid, options, threads);
  });
  return take(*std::move(built));
}

using IndexClass = py::class_<Index>;

void bind_index_figures(IndexClass& bound) {
  bound
      .def_property_readonly(
          "grid",
          [](const Index& index) { return std::const_pointer_cast<Grid>(index.grid()); },
          "The grid for which it was built.")
      .def_property_readonly(
          "landmarks", [](const Index& i) { return i.options().landmarks.count; },
          "The number of landmarks in each component.")
      .def_property_readonly(
          "hub_labels", [](const Index& i) { return i.has(Part::hub_labels); },
          "Whether there are hub labels.")
      .def_property_readonly(
          "skipped", [](const Index& i) { return i.part(Part::hub_labels).refusal; },
          "Why requested hub labels were skipped; else empty.")
      .def_property_readonly(
          "fronts", [](const Index& i) { return i.has(Part::fronts); },
          "Whether there are fronts.")
      .def_property_readonly(
          "fronts_skipped", [](const Index& i) { return i.part(Part::fronts).refusal; },
          "Why requested fronts were skipped; else empty.")
      .def_property_readonly(
          "hierarchy", [](const Index& i) { return i.has(Part::hierarchy); },
          "Whether there is a hierarchy.")
      .def_property_readonly(
          "hierarchy_skipped",
          [](const Index& i) { return i.part(Part::hierarchy).refusal; },
          "Why a requested hierarchy was skipped; else empty.")
      .def_property_readonly(
          "parts",
          [](const Index& index) {
            py::list parts;
            for (const PartInfo& part : index.parts())
              parts.append(py::dict(
                  py::arg("name") = part.name, py::arg("present") = part.present,
                  py::arg("nbytes") = part.bytes, py::arg("seconds") = part.seconds,
                  py::arg("refusal") = part.refusal, py::arg("lack") = part.lack));
            return parts;
          },
          "Its parts, and those that were requested and skipped: a dict of name, present, "
          "nbytes, seconds, refusal and lack for each.")
      .def_property_readonly("nbytes", &Index::memory_bytes, "Bytes of memory.")
      .def_property_readonly(
          "build_seconds", [](const Index& i) { return i.build_seconds(); },
          "Seconds to build or to load it.")
      .def(
          "bounds",
          [](const Index& index, py::handle a, py::handle b) {
            const DistanceBounds bounds = index.bounds(point_of(a, "a"), point_of(b, "b"));
            return std::pair(bounds.lower, bounds.upper);
          },
          py::arg("a"), py::arg("b"), "Lower and upper bound on the cost from a to b.");
}

/// Sets an option if it is among the keywords.
void take_option(const IndexOption& row, py::dict& keywords, IndexOptions& options) {
  const std::string key(row.name);
  const auto given = take_keyword(keywords, key.c_str());
  if (!given) return;
  if (row.type == OptionType::word)
    row.set(options, take(row.parse(word_of(*given, key))));
  else if (row.type == OptionType::flag)
    row.set(options, given->cast<bool>() ? 1 : 0);
  else if (row.name == "landmarks")  // negative ones too: Index::build says what is wrong
    options.landmarks.count = number_of<int>(*given, key);
  else
    row.set(options, number_of<std::uint64_t>(*given, key));
}

std::string index_help() {
  std::string text = "Keywords, and their defaults:\n";
  for (const IndexOption* const row : index_options()) {
    const std::uint64_t value = row->get({});
    const std::string word = row->type == OptionType::word   ? option_text(*row, value)
                             : row->type == OptionType::flag ? value != 0 ? "True" : "False"
                                                             : std::to_string(value);
    text += std::string(row->name) + " = " + word + ": " + std::string(row->help) +
            (row->type == OptionType::bytes ? "; in bytes.\n" : ".\n");
  }
  return text + "Ctrl-C cancels.";
}

void bind_index(py::module_& module) {
  IndexClass bound(module, "Index",
                   "What was computed for one grid before its queries. Immutable.");
  bound
      .def(py::init([](const std::shared_ptr<const Grid>& grid, NamedWorkers* workers,
                       py::kwargs keywords) {
             IndexOptions options;
             for (const IndexOption* const row : index_options())
               take_option(*row, keywords, options);
             need_none(keywords, "Index");
             return build_index(grid, options, workers);
           }),
           py::arg("grid"), py::kw_only(), py::arg("workers") = py::none(),
           index_help().c_str())
      .def(
          "save",
          [](const Index& index, const Path& path) {
            const py::gil_scoped_release release;
            take(index.save(path.string()));
          },
          py::arg("path"), "Writes a file that load() opens in milliseconds.")
      .def_static(
          "load",
          [](const Path& path, const std::shared_ptr<const Grid>& grid) {
            std::optional<Result<Index>> loaded;
            {
              const py::gil_scoped_release release;
              loaded = Index::load(path.string(), grid);
            }
            return take(*std::move(loaded));
          },
          py::arg("path"), py::arg("grid"),
          "Opens a file of save(). The grid must be that of the index.");
  bind_index_figures(bound);
}

}  // namespace

std::vector<Link> links_of(py::handle given) {
  const py::array array = py::array::ensure(given);
  if (!array || array.ndim() != 2 || array.shape(1) != 5)
    throw py::value_error("links must have the shape (n, 5): from x, y, to x, y, weight");
  const auto rows = py::array_t<std::int64_t, py::array::c_style>(array);
  std::vector<Link> links;
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    const auto number = [&](py::ssize_t k) {
      return static_cast<std::int32_t>(
          std::clamp<std::int64_t>(rows.at(i, k), std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max()));
    };
    if (number(4) < 1 || number(4) > kMaxWeight)
      throw py::value_error("the weight of a link is not 1 to " +
                            std::to_string(kMaxWeight));
    links.push_back(
        {{number(0), number(1)}, {number(2), number(3)}, static_cast<Weight>(number(4))});
  }
  return links;
}

std::string word_of(py::handle given, const std::string& name) {
  if (py::isinstance<py::str>(given)) return given.cast<std::string>();
  throw py::type_error(name + " must be a string, not " + type_of(given));
}

std::optional<py::object> take_keyword(py::dict& keywords, const char* name) {
  if (!keywords.contains(name)) return std::nullopt;
  py::object value = keywords.attr("pop")(name);
  if (value.is_none()) return std::nullopt;
  return value;
}

void need_none(const py::dict& keywords, const char* function) {
  for (const auto& [name, value] : keywords)
    throw py::type_error(std::string(function) + " has no argument " +
                         py::str(name).cast<std::string>());
}

Rules take_rules(py::dict& keywords) {
  const auto word = [&](const char* name) -> std::optional<std::string> {
    if (const auto given = take_keyword(keywords, name)) return word_of(*given, name);
    return std::nullopt;
  };
  Rules rules;
  if (const auto given = word("topology")) rules.topology = take(parse_topology(*given));
  if (const auto given = word("corners")) rules.corners = take(parse_corners(*given));
  if (const auto given = word("costs")) rules.costs = take(parse_costs(*given));
  if (const auto given = word("terrain")) rules.movement = take(parse_movement(*given));
  if (const auto given = word("cost_model"))
    rules.cost_model = take(parse_cost_model(*given));
  if (const auto given = take_keyword(keywords, "unit_size"))
    rules.unit_size = number_of<std::int32_t>(*given, "unit_size");
  return rules;
}

Terrain terrain_of(py::handle given, std::vector<Weight>& costs, const std::string& more,
                   std::optional<Weight> edits) {
  if (py::isinstance<py::array>(given)) {
    const auto array = py::reinterpret_borrow<py::array>(given);
    if (array.dtype().kind() == 'S' && array.dtype().itemsize() == 1)
      return terrain_of_characters(array, more);
    return terrain_of_costs(given, costs, edits);
  }
  if (py::isinstance<py::str>(given) || py::hasattr(given, "__fspath__"))
    return take(read_map(given.cast<Path>().string(), nullptr, more));
  return terrain_of_costs(given, costs, edits);
}

std::shared_ptr<const Grid> grid_of(py::handle given) {
  if (py::isinstance<Index>(given)) return given.cast<Index>().grid();
  if (!py::isinstance<Grid>(given))
    throw py::type_error("a Grid or an Index is expected, not " + type_of(given));
  return given.cast<std::shared_ptr<Grid>>();
}

Index index_of(py::handle given) {
  return py::isinstance<Index>(given) ? given.cast<Index>() : Index(grid_of(given));
}

namespace {

void bind_workers(py::module_& module) {
  py::class_<NamedWorkers, std::shared_ptr<NamedWorkers>>(
      module, "Workers",
      "Threads for calls. Calls without workers use free ones with all processors.")
      .def(py::init<int>(), py::arg("threads") = 0, "threads: 0 uses all processors.")
      .def_property_readonly(
          "threads", [](const NamedWorkers& own) { return own.workers.threads(); },
          "The most threads that run at once.");
}

void bind_grid(py::module_& module) {
  py::class_<Grid, std::shared_ptr<Grid>>(
      module, "Grid", "A map compiled for one class of units. Immutable.")
      .def(
          py::init([](py::handle map, const py::kwargs& keywords) {
            return std::const_pointer_cast<Grid>(make_grid(map, keywords));
          }),
          py::arg("map"),
          "map: the path of a MovingAI file; its characters, type 'S1'; or costs, type "
          "integer: 0 is closed, n weighs n. Arrays have the shape (height, width): [y, "
          "x].\n"
          "Keywords: topology (octile, tile, hex, tex), corners (never_cut, cut_one, "
          "always), costs (exact, bg2006 or S/D), terrain (\"G:2,T:5\"), cost_model (mean, "
          "enter), unit_size; weights and altitude of shape (height, width); links of "
          "shape "
          "(n, 5): from x, y, to x, y, weight.")
      .def_property_readonly(
          "shape", [](const Grid& grid) { return std::pair(grid.height(), grid.width()); },
          "(height, width), as of an array of the map.")
      .def_property_readonly("width", &Grid::width, "Columns.")
      .def_property_readonly("height", &Grid::height, "Rows.")
      .def_property_readonly("components", &Grid::component_count,
                             "Parts of the map that no path joins.")
      .def_property_readonly("open_cells", &Grid::open_cells, "The number of open cells.")
      .def_property_readonly(
          "costs",
          [](const Grid& grid) {
            return std::pair(grid.costs().straight, grid.costs().diagonal);
          },
          "The costs of a straight and of a diagonal step on plain ground.")
      .def_property_readonly("nbytes", &Grid::memory_bytes, "Bytes of memory.")
      .def(
          "is_open",
          [](const Grid& grid, py::handle points) {
            const Points all(points, "points");
            std::vector<std::uint8_t> open;
            for (const Position p : all.get())
              open.push_back(grid.contains(p) && grid.open(p) ? 1 : 0);
            const auto size = static_cast<py::ssize_t>(open.size());
            return array_of(std::move(open), {size}).attr("astype")("bool");
          },
          py::arg("points"), "Whether each point, of shape (n, 2): x, y, is an open cell.")
      .def(
          "with_influence",
          [](const Grid& grid, py::handle influence) {
            const auto layer = layer_of<Weight>(influence, "influence");
            return std::const_pointer_cast<Grid>(take(grid.with_influence(
                {layer.data(), static_cast<std::size_t>(layer.size())})));
          },
          py::arg("influence"),
          "The grid with a weight added to each cell, of shape (height, width).");
}

void bind_files(py::module_& module) {
  module.def(
      "read_map",
      [](const Path& path, const std::string& terrain) {
        const std::string more =
            terrain.empty() ? "" : take(parse_movement(terrain)).own_characters();
        return characters(take(read_map(path.string(), nullptr, more)));
      },
      py::arg("path"), py::arg("terrain") = "",
      "The characters of a MovingAI map: (height, width), [y, x], 'S1'. terrain: as for a "
      "Grid; it may add characters, such as 'E:1'.");
  module.def(
      "generate",
      [](const std::string& kind, std::int32_t width, std::int32_t height,
         std::uint64_t seed, std::int32_t density, std::int32_t corridor,
         std::int32_t room) {
        GenerateOptions options;
        options.width = width;
        options.height = height;
        options.seed = seed;
        options.density = density;
        options.corridor = corridor;
        options.room = room;
        return characters(take(generate(take(parse_map_kind(kind)), options)));
      },
      py::arg("kind"), py::arg("width") = 512, py::arg("height") = 512, py::arg("seed") = 1,
      py::kw_only(), py::arg("density") = 25, py::arg("corridor") = 1, py::arg("room") = 16,
      "A generated map: characters of shape (height, width), [y, x], type 'S1'.");
}

void bind_scenario(py::module_& module) {
  py::class_<Scenario, std::shared_ptr<Scenario>>(module, "Scenario",
                                                  "The queries of a file.")
      .def_property_readonly(
          "starts",
          [](const Scenario& scenario) {
            std::vector<Position> starts;
            for (const Query& query : scenario.queries) starts.push_back(query.start);
            return array_of(starts);
          },
          "Shape (n, 2): x, y.")
      .def_property_readonly(
          "goals",
          [](const Scenario& scenario) {
            std::vector<Position> goals;
            for (const Query& query : scenario.queries) goals.push_back(query.goal);
            return array_of(goals);
          },
          "Shape (n, 2): x, y.")
      .def_property_readonly(
          "lengths",
          [](const Scenario& scenario) {
            const auto size = static_cast<py::ssize_t>(scenario.lengths.size());
            return array_of(scenario.lengths, {size});
          },
          "The least lengths in straight steps; negative: no path. Empty if unknown.")
      .def_readonly("map_name", &Scenario::map_name,
                    "The map of the first query, as the file names it.")
      .def("__len__", [](const Scenario& scenario) { return scenario.queries.size(); });
  module.def(
      "read_scenario",
      [](const Path& path) {
        return std::make_shared<Scenario>(take(read_scenario(path.string())));
      },
      py::arg("path"), "The queries of a MovingAI scenario or of a CSV file.");
}

}  // namespace

void bind_maps(py::module_& module) {
  bind_workers(module);
  bind_grid(module);
  bind_index(module);
  bind_files(module);
  bind_scenario(module);
}

}  // namespace throng::python
