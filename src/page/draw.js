// Pictures of a map. Colours are those of viridis and of Okabe and Ito, which the colour-blind
// tell apart; whatever has a colour has a shape, a letter or a place of its own too.

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const viridis = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
  [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];
const okabe = { blue: '#0072b2', sky: '#56b4e9', orange: '#e69f00', vermillion: '#d55e00',
  green: '#009e73', purple: '#cc79a7', yellow: '#f0e442', black: '#000000', white: '#ffffff' };

const rgb = (red, green, blue) => (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
const hex = (colour) => rgb(...[1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));

const ramp = Uint32Array.from({ length: 256 }, (_, i) => {
  const at = i / 255 * (viridis.length - 1), low = Math.min(viridis.length - 2, Math.floor(at));
  const mix = (k) => Math.round(viridis[low][k] + (at - low) * (viridis[low + 1][k] - viridis[low][k]));
  return rgb(mix(0), mix(1), mix(2));
});

// Tight, closed, open, and what a search did: pruned, generated, expanded, reopened.
function tones() {
  const night = dark.matches;
  return {
    tight: night ? rgb(43, 49, 55) : rgb(173, 178, 183),  // no room for a unit
    closed: night ? rgb(70, 78, 86) : rgb(52, 58, 64),
    open: night ? rgb(16, 20, 24) : rgb(246, 248, 249),
    touched: [0, hex(okabe.orange), hex(okabe.sky), hex(okabe.blue), hex(okabe.purple)],
  };
}

// Open ground, browner the heavier it is.
function heavy(weight) {
  const part = Math.min(1, Math.log2(weight) / 6);
  const [from, to] = dark.matches ? [[16, 20, 24], [120, 84, 40]] : [[246, 248, 249], [190, 150, 90]];
  return rgb(...from.map((value, i) => Math.round(value + part * (to[i] - value))));
}

// A canvas that shows the cells of a map. Columns of hexagonal maps are shifted by half a cell:
// each cell is two pixels high in the image of cells.
class MapCanvas {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext('2d');
    this.cells = document.createElement('canvas');
  }

  fit(width, height, hexagonal) {
    const scale = window.devicePixelRatio || 1;
    Object.assign(this, { width, height, hexagonal, scale });
    const wide = this.canvas.clientWidth || 300;
    const most = Math.max(240, window.innerHeight * 0.72);
    const edge = 11;  // room for signs at the edge of the map
    const cell = Math.min((wide - 2 * edge) / width, (most - 2 * edge) / height);
    this.canvas.width = Math.round(wide * scale);
    this.canvas.height = Math.round((cell * (height + (hexagonal ? 0.5 : 0)) + 2 * edge) * scale);
    this.top = edge * scale;
    this.canvas.style.height = `${this.canvas.height / scale}px`;
    this.size = cell * scale;
    this.left = (this.canvas.width - this.size * width) / 2;
    this.cells.width = width;
    this.cells.height = hexagonal ? 2 * height + 1 : height;
    this.image = new ImageData(this.cells.width, this.cells.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  set(slot, colour) {
    if (!this.hexagonal) {
      this.pixels[slot] = colour;
      return;
    }
    const x = slot % this.width, y = (slot - x) / this.width;
    const at = (2 * y + (x % 2 ? 0 : 1)) * this.width + x;
    this.pixels[at] = this.pixels[at + this.width] = colour;
  }

  // Keeps the pixels of the ground: closed cells, and open ones darker the heavier they are.
  keepGround(ground) {
    const tone = tones();
    const colours = new Map([[unreachable, tone.tight]]);
    for (let slot = 0; slot < ground.length; ++slot) {
      const weight = ground[slot];
      if (weight > 1 && !colours.has(weight)) colours.set(weight, heavy(weight));
      this.set(slot, weight === 0 ? tone.closed : weight === 1 ? tone.open : colours.get(weight));
    }
    this.ground = this.pixels.slice();
  }

  paintGround() { this.pixels.set(this.ground); }

  paintCells() {
    const { pen, cells } = this;
    cells.getContext('2d').putImageData(this.image, 0, 0);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(cells, this.left, this.top, this.size * this.width,
      this.size * cells.height / (this.hexagonal ? 2 : 1));
  }

  // Of a cell, or of a point in cells.
  centre(cell) {
    const [x, y] = cell.length ? cell : [cellX(cell), cellY(cell)];
    const shift = this.hexagonal && x % 2 === 0 ? 0.5 : 0;
    return [this.left + (x + 0.5) * this.size, this.top + (y + 0.5 + shift) * this.size];
  }

  // The cell under a point of the page, clamped to the map.
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / box.width;
    const x = Math.floor(((event.clientX - box.left) * scale - this.left) / this.size);
    const column = Math.min(this.width - 1, Math.max(0, x));
    const shift = this.hexagonal && column % 2 === 0 ? 0.5 : 0;
    const y = Math.floor(((event.clientY - box.top) * scale - this.top) / this.size - shift);
    return [column, Math.min(this.height - 1, Math.max(0, y))];
  }

  line(cells, colour, width, dashes = []) {
    const { pen } = this;
    pen.beginPath();
    cells.forEach((cell, i) => (i ? pen.lineTo(...this.centre(cell)) : pen.moveTo(...this.centre(cell))));
    pen.lineJoin = pen.lineCap = 'round';
    pen.setLineDash(dashes);
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.stroke();
    pen.setLineDash([]);
  }

  // What a line of one pixel has on a display of low resolution.
  get unit() { return Math.max(this.scale, this.canvas.width / 700); }

  path(cells, colour, width = 3) {
    if (cells.length < 2) return;
    this.line(cells, '#ffffff', (width + 2.5) * this.unit);
    this.line(cells, colour, width * this.unit);
  }

  // A sign around a cell: a shape with a letter. What is chosen has a yellow ring.
  sign(cell, shape, colour, letter, chosen) {
    const { pen } = this, [x, y] = this.centre(cell), r = 9 * this.unit;
    const corners = { square: 4, diamond: 4, triangle: 3 }[shape];
    const turn = { square: Math.PI / 4, diamond: 0, triangle: -Math.PI / 2 }[shape];
    pen.beginPath();
    if (!corners) pen.arc(x, y, r, 0, 2 * Math.PI);
    for (let i = 0; i < corners; ++i) {
      const angle = turn + 2 * Math.PI * i / corners;
      pen.lineTo(x + 1.25 * r * Math.cos(angle), y + 1.25 * r * Math.sin(angle));
    }
    pen.closePath();
    for (const [wide, ring] of chosen ? [[9, okabe.black], [6, okabe.yellow]] : [[4, '#ffffff']]) {
      pen.lineWidth = wide * this.unit;
      pen.strokeStyle = ring;
      pen.stroke();
    }
    pen.fillStyle = colour;
    pen.fill();
    this.letter(x, y, letter, colour === okabe.purple ? okabe.black : okabe.white);
  }

  letter(x, y, text, colour) {
    const { pen } = this;
    pen.font = `bold ${12 * this.unit}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = colour;
    pen.fillText(text, x, y + 0.5 * this.unit);
  }

  // Text on a plate, at the middle between two cells.
  note(a, b, text) {
    const { pen } = this, [ax, ay] = this.centre(a), [bx, by] = this.centre(b);
    const x = (ax + bx) / 2, y = (ay + by) / 2;
    pen.font = `${12 * this.unit}px system-ui, sans-serif`;
    const wide = pen.measureText(text).width + 8 * this.unit;
    pen.fillStyle = '#ffffff';
    pen.fillRect(x - wide / 2, y - 9 * this.unit, wide, 18 * this.unit);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = '#111111';
    pen.fillText(text, x, y);
  }
}

// Paints what a search did over the ground.
function paintTouched(on, touched) {
  const tone = tones().touched;
  for (let slot = 0; slot < touched.length; ++slot)
    if (touched[slot]) on.set(slot, tone[touched[slot] & 0xFF]);
}

// Paints a field of costs as colours. Returns the largest one.
function paintField(on, ground, field) {
  let most = 0;
  for (let slot = 0; slot < field.length; ++slot)
    if (field[slot] !== unreachable && field[slot] > most) most = field[slot];
  for (let slot = 0; slot < field.length; ++slot)
    if (ground[slot] !== 0 && field[slot] !== unreachable)
      on.set(slot, ramp[Math.round(field[slot] / (most || 1) * 255)]);
  return most;
}

// Draws a line between cells where a multiple of `every` is crossed.
function drawContours(on, ground, field, every) {
  const { pen, width, unit } = on, half = on.size / 2;
  const band = (slot) => (ground[slot] === 0 || field[slot] === undefined || field[slot] === unreachable
    ? -1 : Math.floor(field[slot] / every));
  pen.beginPath();
  for (let slot = 0; slot < field.length; ++slot) {
    const here = band(slot);
    if (here < 0) continue;
    const x = slot % width, y = (slot - x) / width;
    const right = x + 1 < width ? band(slot + 1) : -1, below = band(slot + width);
    const crosses = [right >= 0 && right !== here, below >= 0 && below !== here];
    if (!crosses[0] && !crosses[1]) continue;
    const [cx, cy] = on.centre(packed([x, y]));
    if (crosses[0]) {
      pen.moveTo(cx + half, cy - half);
      pen.lineTo(cx + half, cy + half);
    }
    if (crosses[1]) {
      pen.moveTo(cx - half, cy + half);
      pen.lineTo(cx + half, cy + half);
    }
  }
  for (const [wide, colour] of [[2.6, '#000000'], [1.2, '#ffffff']]) {
    pen.lineWidth = wide * unit;
    pen.strokeStyle = colour;
    pen.stroke();
  }
}

// Paints areas in a few quiet colours, so that neighbours mostly differ; dead ends are hatched.
function paintAreas(on, areas) {
  const night = dark.matches;
  const light = ['#d7e8f4', '#fbe9c8', '#cfeee2', '#f3dbe8', '#e8e8e8', '#fbf7c9'];
  const deep = ['#16384d', '#4d3a10', '#124034', '#4a2438', '#2e2757', '#474410'];
  const colours = (night ? deep : light).map(hex);
  const hatch = hex(night ? '#8a949e' : '#7b858f');
  for (let slot = 0; slot < areas.length; ++slot) {
    if (areas[slot] === unreachable) continue;
    const x = slot % on.width, y = (slot - x) / on.width;
    const dead = areas[slot] >>> 31 && (x + y) % 3 === 0;
    on.set(slot, dead ? hatch : colours[(areas[slot] & 0x7FFFFFFF) % colours.length]);
  }
}
