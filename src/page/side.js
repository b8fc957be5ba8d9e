// One of the two engines: its controls, its map, and what it answered.

// Why an algorithm leaves nothing to play.
const unplayable = {
  hub: 'no search, so nothing to play: it joins two labels, see “hub labels”',
  front: 'no search, so nothing to play: it reads stored distances',
};

// The index that a choice needs, as bits of `parts`.
function neededParts(side) {
  let bits = 0;
  if (side.algorithm === 'jps' && side.landmarks > 0) bits |= parts.jumps;
  if (side.algorithm === 'hub') bits |= parts.hubs | parts.jumps;
  if (side.algorithm === 'front') bits |= parts.fronts;
  if (side.algorithm === 'hierarchy') bits |= parts.hierarchy;
  if (side.heuristic === 'deadend' || side.heuristic === 'best') bits |= parts.areas;
  if (side.heuristic === 'gateway') bits |= parts.areas | parts.gates;
  return bits;
}

class Side {
  constructor(number, engine, onChange) {
    Object.assign(this, { number, engine, events: 0, left: 0, path: [], failure: '' });
    const made = document.getElementById('side').content.cloneNode(true).firstElementChild;
    this.section = made;
    document.getElementById('sides').append(made);
    const find = (selector) => made.querySelector(selector);
    find('.letter').textContent = 'AB'[number];
    this.counters = find('.counters');
    this.more = find('.more');
    this.lineText = find('.line');
    this.on = new MapCanvas(find('canvas'));
    this.on.canvas.setAttribute('aria-label', `Map ${'AB'[number]}`);
    this.inputs = {};
    for (const [key, words] of [['algorithm', algorithms],
      ['heuristic', heuristics]])
      find(`.${key}`).append(...words.map((word) => new Option(word, word)));
    for (const key of ['algorithm', 'heuristic', 'landmarks', 'weight', 'beam']) {
      this.inputs[key] = find(`.${key}`);
      this.inputs[key].addEventListener('change', () => {
        const input = this.inputs[key];
        state.sides[number][key] = input.type === 'number'
          ? Math.min(input.max, Math.max(input.min, Math.round(input.value) || 0)) : input.value;
        state.moved = state.moved.filter((one) => one[0] !== number);
        this.choose();
        if (this.failure && key === 'algorithm') {  // perhaps the heuristic does not suit it
          state.sides[number].heuristic = 'auto';
          this.choose();
        }
        onChange();
      });
    }
  }

  // Makes the engine, and its index.
  choose() {
    const side = state.sides[this.number];
    if (side.heuristic === 'landmark' && side.landmarks === 0) side.landmarks = 4;
    for (const key of Object.keys(this.inputs)) this.inputs[key].value = side[key];
    const needs = { weight: ['wastar', 'pxwd', 'pxwu', 'xdp', 'xup'], beam: ['beam'] };
    for (const [key, users] of Object.entries(needs))
      this.inputs[key].parentElement.hidden = !users.includes(side.algorithm);
    this.failure = '';
    try {
      const [algorithm, heuristic, bytes] = this.engine.call('engine', this.number,
        algorithms.indexOf(side.algorithm), heuristics.indexOf(side.heuristic), side.weight,
        side.beam, side.landmarks, placements.indexOf('farthest'), neededParts(side));
      Object.assign(this, { algorithm: algorithms[algorithm], heuristic: heuristics[heuristic], bytes });
      for (const [number, slot, x, y] of state.moved)
        if (number === this.number && slot < side.landmarks)
          this.engine.count('move_landmark', number, slot, x, y);
    } catch (error) {
      this.failure = error.message;
      Object.assign(this, { algorithm: side.algorithm, heuristic: side.heuristic, bytes: 0 });
    }
  }

  get ends() { return [...state.start, ...state.goal]; }

  // Answers the query, and traces it if its expansions are shown.
  answer() {
    this.path = [];
    this.events = this.left = 0;
    this.result = this.line = null;
    if (this.failure) return;
    try {
      const begin = performance.now();
      const list = this.engine.call('query', this.number, ...this.ends);
      const [status, cost, upper, expanded, generated, reopened] = list;
      const length = (list[7] * 2 ** 32 + list[6]) / 1e6;
      this.result = { status, cost, upper, expanded, generated, reopened, length,
        time: performance.now() - begin };
      this.path = Array.from(list.subarray(8));
      if (state.view === 'expansions')
        [this.events, this.left] = this.engine.call('trace', this.number, ...this.ends, 2000000);
    } catch (error) {
      this.failure = error.message;
    }
    if (state.lines && !this.failure) this.findLine();
  }

  // The shortest straight line, and the path after string pulling.
  findLine() {
    try {
      const list = Uint32Array.from(this.engine.call('line', this.number, ...this.ends));
      const view = new DataView(list.buffer);
      let next = 2;
      const read = (scale) => {
        const length = view.getFloat64(4 * next, true), points = [];
        const end = next + 3 + 2 * list[next + 2];
        for (next += 3; next < end; next += 2)
          points.push([0, 4].map((at) => view.getInt32(4 * next + at, true) / scale));
        return { length, points };
      };
      this.line = { status: list[0], exact: read(list[1]), smooth: read(1) };
    } catch (error) {
      this.line = { failure: error.message };
    }
  }

  describeLine() {
    const { line } = this;
    if (!line) return '';
    if (line.failure) return `No straight lines here: ${line.failure}.`;
    if (line.status) return `No straight line: ${statuses[line.status]}.`;
    const { status, length } = this.result, text = (number) => number.toFixed(3);
    const smooth = status ? '' : `; dashed: the path, smoothed, ${text(line.smooth.length)}; the path ${text(length)}`;
    return `black: shortest straight line, length ${text(line.exact.length)}${smooth}`;
  }

  get shown() { return Math.round(state.step * this.events); }

  failed() {
    const { status, cost } = this.result;
    if (statuses[status] !== 'out of budget') return statuses[status];
    return `gave up; no path is shorter than ${(cost / page.straight).toFixed(3)}`;
  }

  describe() {
    this.lineText.textContent = this.describeLine();
    if (this.failure) {
      this.counters.textContent = this.failure;
      this.more.textContent = '';
      return;
    }
    const { status, cost, expanded, generated, reopened, length } = this.result;
    const whole = [expanded, generated, reopened], words = ['expanded', 'generated', 'reopened'];
    const part = state.view === 'expansions' && this.shown < this.events;
    const now = part ? Array.from(this.engine.call('counts', this.number, this.shown)) : whole;
    const counts = words.map((word, i) => `${word} ${now[i]}${part ? ` of ${whole[i]}` : ''}`).join(', ');
    const found = status === 0 ? `length ${length.toFixed(3)}, cost ${cost}` : this.failed();
    this.counters.textContent = part ? counts : `${found}; ${counts}`;
    const index = this.bytes ? `, index ${(this.bytes / 2 ** 20).toFixed(2)} MB` : '';
    const why = state.view === 'expansions' && unplayable[this.algorithm];
    this.more.textContent = `${this.algorithm}, ${this.heuristic}${index}${why ? `; ${why}` : ''}`;
  }
}
