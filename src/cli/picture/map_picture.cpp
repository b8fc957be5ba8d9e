#include "map_picture.hpp"

#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

namespace throng::cli {
namespace {

constexpr double kMapSide = 1000;  // units, approximately
/// The colours that suit the page around the picture.
struct Page {
  Colour wall, floor, heavy;
  Colour casing;  ///< of paths
  Colour sign;
  double areas;  ///< part of their colours that is seen
};
constexpr Page kLightPage{{52, 58, 64},    {246, 248, 249}, {190, 150, 90},
                          {255, 255, 255}, {0, 0, 0},       1};
constexpr Page kDarkPage{{98, 107, 118}, {22, 27, 34},    {122, 92, 46},
                         {13, 17, 23},   {240, 243, 246}, 0.35};
// Of Okabe and Ito: the colour-blind tell them apart.
constexpr Colour kBlue{0, 114, 178};
constexpr Colour kSky{86, 180, 233};
constexpr Colour kOrange{230, 159, 0};
constexpr Colour kRed{213, 94, 0};
constexpr Colour kGreen{0, 158, 115};
constexpr Colour kPurple{204, 121, 167};

constexpr std::array<Colour, 6> kAreas{{{215, 232, 244},
                                        {251, 233, 200},
                                        {207, 238, 226},
                                        {243, 219, 232},
                                        {232, 232, 232},
                                        {251, 247, 201}}};
constexpr std::array kGroups{kBlue, kOrange, kGreen, kPurple};
constexpr std::array<Colour, 9> kViridis{{{68, 1, 84},
                                          {71, 44, 122},
                                          {59, 81, 139},
                                          {44, 113, 142},
                                          {33, 144, 141},
                                          {39, 173, 129},
                                          {92, 200, 99},
                                          {170, 220, 50},
                                          {253, 231, 37}}};

/// part: 0 to 1.
Colour mix(Colour from, Colour to, double part) {
  const auto between = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
  };
  return {between(from.red, to.red), between(from.green, to.green),
          between(from.blue, to.blue)};
}

Colour viridis(double part) {
  constexpr std::size_t kLast = kViridis.size() - 2;
  const double at = part * static_cast<double>(kViridis.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kLast);
  return mix(kViridis[low], kViridis[low + 1], at - static_cast<double>(low));
}

/// The weight of a cell: the least of its steps, in steps on plain ground.
double weight_of(const Grid& grid, Position at) {
  const CellIndex cell = grid.cell(at);
  Cost least = kUnreachable;
  for (std::size_t d = 0; d < 4; ++d)
    if ((grid.moves(at) >> d & 1U) != 0)
      least = std::min(least, grid.step_cost(cell, static_cast<Move>(d)));
  return least == kUnreachable
             ? 1
             : static_cast<double>(least) / static_cast<double>(grid.costs().straight);
}

/// The cells that are drawn.
MapRect part_of(const Grid& grid, const MapPicture& picture) {
  return picture.part.value_or(MapRect{{0, 0}, grid.width(), grid.height()});
}

/// Draws one map.
class Drawing {
 public:
  Drawing(const Grid& grid, const MapPicture& picture, Canvas& canvas, double side)
      : grid_(grid),
        picture_(picture),
        canvas_(canvas),
        side_(side),
        page_(picture.dark ? kDarkPage : kLightPage),
        part_(part_of(grid, picture)),
        hexagonal_(is_hexagonal(grid.rules().topology)) {}

  void draw() {
    choose_cells();
    heat_cells();
    paint_cells();
    draw_paths();
    draw_units();
    draw_signs();
  }

 private:
  Colour& colour(Position at) {
    return colours_[static_cast<std::size_t>(at.y) *
                        static_cast<std::size_t>(grid_.width()) +
                    static_cast<std::size_t>(at.x)];
  }

  /// Columns with an even x lie half a cell lower.
  double shift(std::int32_t x) const { return hexagonal_ && x % 2 == 0 ? side_ / 2 : 0; }
  double centre_x(Position at) const { return (at.x + 0.5) * side_; }
  double centre_y(Position at) const { return (at.y + 0.5) * side_ + shift(at.x); }

  void choose_cells() {
    Cost most = 1;
    for (const Cost cost : picture_.field)
      if (cost != kUnreachable) most = std::max(most, cost);
    for (Position at{0, 0}; at.y < grid_.height(); ++at.y)
      for (at.x = 0; at.x < grid_.width(); ++at.x) {
        const std::size_t slot = colours_.size();
        colours_.push_back(ground(at));
        if (!grid_.open(at)) continue;
        if (picture_.areas != nullptr)
          colours_.back() = mix(
              page_.floor, kAreas[picture_.areas->area_of[grid_.cell(at)] % kAreas.size()],
              page_.areas);
        if (!picture_.field.empty() && picture_.field[slot] != kUnreachable)
          colours_.back() = viridis(static_cast<double>(picture_.field[slot]) / most);
      }
    // What happened first is painted first; an expansion counts more than what follows it.
    for (const TraceKind kind : {TraceKind::pruned, TraceKind::generated,
                                 TraceKind::expanded, TraceKind::reopened})
      for (const TraceEvent& event : picture_.events)
        if (event.kind == kind) colour(event.cell) = tone(kind);
  }

  /// The root keeps small values visible.
  void heat_cells() {
    if (picture_.heat.empty()) return;
    const double hottest = *std::ranges::max_element(picture_.heat);
    for (std::size_t slot = 0; slot < colours_.size(); ++slot)
      if (picture_.heat[slot] > 0)
        colours_[slot] = mix(page_.floor, kRed, std::sqrt(picture_.heat[slot] / hottest));
  }

  Colour ground(Position at) const {
    if (!grid_.open(at)) return page_.wall;
    if (grid_.plain()) return page_.floor;
    constexpr double kDoublings = 6;
    const double doublings = std::log2(std::max(1.0, weight_of(grid_, at)));
    return mix(page_.floor, page_.heavy, std::min(1.0, doublings / kDoublings));
  }

  Colour tone(TraceKind kind) const {
    switch (kind) {
      case TraceKind::expanded:
        return kBlue;
      case TraceKind::generated:
        return kSky;
      case TraceKind::reopened:
        return kPurple;
      case TraceKind::pruned:
        return kOrange;
    }
    return page_.floor;
  }

  /// Runs of equal cells of a row, or of a column of a hexagonal map, are one box.
  void paint_cells() {
    const auto key = [](Colour colour) {
      return colour.red << 16 | colour.green << 8 | colour.blue;
    };
    std::map<int, std::vector<Box>> boxes;
    const std::int32_t lines = hexagonal_ ? part_.width : part_.height;
    const std::int32_t length = hexagonal_ ? part_.height : part_.width;
    for (std::int32_t line = 0; line < lines; ++line)
      for (std::int32_t begin = 0, end = 0; begin < length; begin = end) {
        const auto at = [&](std::int32_t i) {
          const Position within = hexagonal_ ? Position{line, i} : Position{i, line};
          return Position{part_.corner.x + within.x, part_.corner.y + within.y};
        };
        const Colour first = colour(at(begin));
        while (end < length && colour(at(end)) == first) ++end;
        const Position from = at(begin);
        const double run = (end - begin) * side_;
        boxes[key(first)].push_back({from.x * side_, from.y * side_ + shift(from.x),
                                     hexagonal_ ? side_ : run, hexagonal_ ? run : side_});
      }
    for (const auto& [colour, of_colour] : boxes)
      canvas_.boxes(of_colour, {static_cast<std::uint8_t>(colour >> 16),
                                static_cast<std::uint8_t>(colour >> 8),
                                static_cast<std::uint8_t>(colour)});
  }

  void draw_line(Position from, Position to, Colour colour, double width) {
    canvas_.line(
        {centre_x(from), centre_y(from), centre_x(to), centre_y(to), colour, width});
  }

  /// A jump goes diagonally first, then straight.
  void draw_jump(Position from, Position to) {
    const std::int32_t dx = to.x - from.x, dy = to.y - from.y;
    const std::int32_t steps = std::min(std::abs(dx), std::abs(dy));
    const Position bend{from.x + (dx < 0 ? -steps : steps),
                        from.y + (dy < 0 ? -steps : steps)};
    draw_line(from, bend, kSky, 1);
    draw_line(bend, to, kSky, 1);
  }

  void draw_paths() {
    // The lines of jumps.
    for (const TraceEvent& event : picture_.events)
      if (event.kind == TraceKind::generated &&
          std::max(std::abs(event.cell.x - event.from.x),
                   std::abs(event.cell.y - event.from.y)) > 1)
        draw_jump(event.from, event.cell);
    for (const auto& [width, colour] :
         {std::pair{5.0, page_.casing}, std::pair{2.5, kRed}}) {
      for (const std::vector<Position>& path : picture_.paths)
        for (std::size_t i = 1; i < path.size(); ++i)
          draw_line(path[i - 1], path[i], colour, width);
      const auto x = [&](PicturePoint p) { return (p.x + 0.5) * side_; };
      const auto y = [&](PicturePoint p) {
        return (p.y + 0.5) * side_ + shift(static_cast<std::int32_t>(p.x));
      };
      for (const std::vector<PicturePoint>& line : picture_.lines)
        for (std::size_t i = 1; i < line.size(); ++i)
          canvas_.line(
              {x(line[i - 1]), y(line[i - 1]), x(line[i]), y(line[i]), colour, width});
    }
  }

  void draw_units() {
    for (const auto& [share, casing] : {std::pair{0.64, true}, std::pair{0.5, false}})
      for (const PictureUnit& unit : picture_.units) {
        const double whole = unit.size * side_, length = whole - side_ * (1 - share);
        const double rim = (whole - length) / 2;
        canvas_.boxes(std::array{Box{unit.at.x * side_ + rim, unit.at.y * side_ + rim,
                                     length, length}},
                      casing ? page_.casing : kGroups.at(unit.group % kGroups.size()));
      }
  }

  void draw_signs() {
    const auto sign = [&](Position at, Shape shape, Colour colour) {
      canvas_.marker(centre_x(at), centre_y(at), {shape, colour});
    };
    const double thick = std::max(1.5, side_ / 4);
    for (const Gate& gate : picture_.gates) {
      draw_line(gate.first, gate.last, kRed, thick);
      canvas_.boxes(std::array{Box{centre_x(gate.first) - thick / 2,
                                   centre_y(gate.first) - thick / 2, thick, thick}},
                    kRed);
    }
    for (const Position landmark : picture_.landmarks)
      sign(landmark, Shape::triangle, kPurple);
    if (picture_.hub) sign(*picture_.hub, Shape::diamond, page_.sign);
    if (!picture_.query) return;
    if (grid_.contains(picture_.query->start))
      sign(picture_.query->start, Shape::disc, kGreen);
    if (grid_.contains(picture_.query->goal))
      sign(picture_.query->goal, Shape::square, kRed);
  }

  const Grid& grid_;
  const MapPicture& picture_;
  Canvas& canvas_;
  const double side_;  ///< of a cell
  const Page& page_;
  const MapRect part_;
  const bool hexagonal_;
  std::vector<Colour> colours_;  ///< by cell
};

}  // namespace

Result<std::string> draw_map(const Grid& grid, const MapPicture& picture,
                             PictureFormat format) {
  const MapRect part = part_of(grid, picture);
  const double side =
      std::max(1.0, std::round(kMapSide / std::max(part.width, part.height)));
  const double lower = is_hexagonal(grid.rules().topology) ? side / 2 : 0;
  Result<Canvas> canvas =
      Canvas::make(format, part.width * side, part.height * side + lower, 1);
  if (!canvas) return canvas.failure();
  canvas->set_origin(-part.corner.x * side, -part.corner.y * side);
  Drawing(grid, picture, *canvas, side).draw();
  return canvas->finish();
}

}  // namespace throng::cli
