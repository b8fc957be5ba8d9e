// Answers, and their pictures.

// Asks for a new answer and a new picture, once for all that happens before the next frame.
// tell: whether the link may have changed.
function ask(answer = true, tell = true) {
  page.stale ||= answer;
  page.untold ||= tell;
  if (queued) return;
  queued = true;
  requestAnimationFrame(() => {
    queued = false;
    const begin = performance.now();
    try {
      if (page.stale) for (const side of page.sides) side.answer();
      page.stale = false;
      for (const side of page.sides) draw(side);
    } catch (error) {
      complain(error);
    }
    page.frames.push(performance.now() - begin);
    if (page.frames.length > 600) page.frames.shift();
    showEvent();
    if (page.untold) tellLink();
    page.untold = false;
    mark();
  });
}

// Marks for those who wait for an answer.
function mark() {
  const { dataset } = document.body;
  dataset.state = 'ready';
  dataset.answers = String(Number(dataset.answers ?? 0) + 1);
  page.sides.forEach((side, i) => {
    dataset[`cost${'AB'[i]}`] = side.result ? String(side.result.cost) : '';
    dataset[`expanded${'AB'[i]}`] = side.result ? String(side.result.expanded) : '';
    dataset[`shown${'AB'[i]}`] = String(side.shown);
  });
  dataset.start = state.start.join();
  dataset.goal = state.goal.join();
}

let linkTimer = 0;
function tellLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    const link = await linkOf(engine);
    history.replaceState(null, '', `#${link}`);
    document.body.dataset.link = link;
  }, 200);
}

// Searches whose events may lie far from the cell that they came from.
const leaps = ['jps', 'hierarchy'];

const packed = ([x, y]) => (x | y << 16) >>> 0;

function drawLandmarks(side, start, goal) {
  const list = Array.from(engine.call('landmarks', side.number, ...side.ends));
  side.landmarks = [];
  let best = -1, bound = -1;
  for (let i = 0; i < list.length; i += 3) {
    side.landmarks.push(list[i]);
    const value = Math.abs(list[i + 1] - list[i + 2]);
    if (value > bound) [best, bound] = [i, value];
  }
  if (best >= 0) {
    const [mark, toStart, toGoal] = list.slice(best, best + 3);
    const steps = (cost) => (cost / page.straight).toFixed(1);
    side.on.line([start, mark, goal], okabe.purple, 2.5 * side.on.unit);
    side.on.line([start, goal], okabe.orange, 2 * side.on.unit, [6, 5]);
    side.on.note(mark, start, steps(toStart));
    side.on.note(mark, goal, steps(toGoal));
    side.more.textContent = `landmark ${best / 3 + 1}: |${steps(toGoal)} − ${steps(toStart)}| = ` +
      `${steps(bound)} ≤ distance ${side.result?.status === 0 ? steps(side.result.cost) : '?'} ≤ ` +
      `${steps(toStart)} + ${steps(toGoal)} = ${steps(toStart + toGoal)}`;
  } else {
    side.more.textContent = 'this engine has no landmarks: give it some above';
  }
  side.landmarks.forEach((cell, i) => side.on.sign(cell, 'triangle', okabe.purple, String(i + 1),
    page.chosen === `landmark ${i}` && page.active === side.number));
}

function drawHubs(side) {
  let list;
  try {
    list = Array.from(engine.call('hubs', side.number, ...side.ends));
  } catch (error) {
    side.more.textContent = `${error.message}: choose the algorithm hub`;
    return;
  }
  if (list.length < 4) return;
  const [kind, , meeting] = list;
  let from = 3;
  [okabe.blue, okabe.green].forEach((colour, end) => {
    const count = list[from], { pen, unit } = side.on;
    for (let i = 0; i < count; ++i) {
      const [x, y] = side.on.centre(list[from + 1 + 2 * i]);
      const r = (end ? 5 : 3.5) * unit;
      pen.beginPath();
      if (end) pen.rect(x - r, y - r, 2 * r, 2 * r);
      else pen.arc(x, y, r, 0, 2 * Math.PI);
      pen.lineWidth = 2 * unit;
      pen.strokeStyle = colour;
      pen.stroke();
    }
    side.hubs = (side.hubs ?? []);
    side.hubs[end] = count;
    from += 1 + 2 * count;
  });
  if (kind > 0) side.on.sign(meeting, 'diamond', okabe.black, 'H');
  side.more.textContent = ['the goal is in sight: no hub is needed', 'both ends see one corner: H',
    'both labels hold the hub H on a cheapest way'][kind] +
    `; hubs of the start: ${side.hubs[0]} (circles), of the goal: ${side.hubs[1]} (squares)`;
}

function drawGates(side) {
  const list = engine.call('gates');
  const shown = Array.from(list);
  for (let i = 0; i < shown.length; i += 2) {
    const [a, b] = [shown[i], shown[i + 1]];
    if (a === b) {
      const [x, y] = side.on.centre(a), r = Math.max(1.5, side.on.size / 4);
      side.on.pen.fillStyle = okabe.vermillion;
      side.on.pen.fillRect(x - r, y - r, 2 * r, 2 * r);
    } else {
      side.on.line([a, b], okabe.vermillion, Math.max(1.5, side.on.size / 4));
    }
  }
  side.more.textContent = `${shown.length / 2} gates; hatched areas are dead ends for this query`;
}

// By move.
page.steps = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];

// Arrows of a flow field: of all cells, or of some where cells are small.
function drawArrows(on, moves) {
  const { pen, unit } = on, every = Math.max(1, Math.ceil(16 * unit / on.size));
  const reach = 0.4 * every * on.size;
  pen.beginPath();
  for (let y = every >> 1; y < on.height; y += every)
    for (let x = every >> 1; x < on.width; x += every) {
      const step = page.steps[moves[y * on.width + x]];
      if (!step) continue;
      const cell = packed([x, y]), [ax, ay] = on.centre(cell);
      const [bx, by] = on.centre(packed([x + step[0], y + step[1]]));
      const far = Math.hypot(bx - ax, by - ay), dx = (bx - ax) / far, dy = (by - ay) / far;
      const [tipX, tipY] = [ax + reach * dx, ay + reach * dy];
      pen.moveTo(ax - reach * dx, ay - reach * dy);
      pen.lineTo(tipX, tipY);
      for (const turn of [-1, 1]) {
        pen.moveTo(tipX, tipY);
        pen.lineTo(tipX - 0.8 * reach * (dx - 0.6 * turn * dy), tipY - 0.8 * reach * (dy + 0.6 * turn * dx));
      }
    }
  for (const [wide, colour] of [[3, '#000000'], [1.3, '#ffffff']]) {
    pen.lineWidth = wide * unit;
    pen.strokeStyle = colour;
    pen.stroke();
  }
}

// A jump goes diagonally first, then straight.
function bend(from, to) {
  const dx = cellX(to) - cellX(from), dy = cellY(to) - cellY(from);
  const steps = Math.min(Math.abs(dx), Math.abs(dy));
  return packed([cellX(from) + steps * Math.sign(dx), cellY(from) + steps * Math.sign(dy)]);
}

// The field of costs that a view shows as colours, or nothing.
function fieldOf(side) {
  if (state.view === 'bound' && !side.failure && side.result)
    return engine.call('bounds', side.number, ...side.ends);
  if (state.view === 'distances') return engine.call('distances', ...state.start);
  if (state.view !== 'flow') return [];
  const field = engine.call('flow', ...state.goal), cells = field.length / 2;
  side.moves = field.slice(cells);
  return field.subarray(0, cells);
}

function drawCells(side) {
  const { on, number } = side;
  on.paintGround();
  if (state.view === 'expansions' && side.events)
    paintTouched(on, engine.call('touched', number, side.shown));
  const field = fieldOf(side);
  const most = paintField(on, ground, field);
  if (state.view === 'areas') {
    try {
      paintAreas(on, engine.call('areas', ...side.ends));
    } catch (error) {
      side.more.textContent = error.message;
    }
  }
  on.paintCells();
  let every = 8 * page.straight;
  while (most > 25 * every) every *= 2;
  if (state.contours && state.view !== 'flow') drawContours(on, ground, field, every);
}

function draw(side) {
  side.describe();
  drawCells(side);
  const { on } = side, start = packed(state.start), goal = packed(state.goal);
  const answered = !side.failure && side.result;
  if (state.view === 'flow') drawArrows(on, side.moves);
  if (state.view === 'expansions' && leaps.includes(side.algorithm) && side.events) {
    const legs = engine.call('legs', side.number, side.shown);
    on.pen.beginPath();
    for (let i = 0; i < legs.length; i += 2) {
      on.pen.moveTo(...on.centre(legs[i]));
      on.pen.lineTo(...on.centre(bend(legs[i], legs[i + 1])));
      on.pen.lineTo(...on.centre(legs[i + 1]));
    }
    on.pen.lineWidth = on.unit;
    on.pen.strokeStyle = okabe.sky;
    on.pen.stroke();
  }
  if (state.view === 'areas' && about[4]) drawGates(side);
  if (answered && (state.step === 1 || state.view !== 'expansions')) {
    on.path(side.path, okabe.vermillion);
    if (side.line?.status === 0) {
      if (!side.result.status) on.line(side.line.smooth.points, okabe.purple, 2 * on.unit, [5 * on.unit, 5 * on.unit]);
      on.path(side.line.exact.points, okabe.black, 2);
    }
  }
  side.landmarks = [];
  if (answered && state.view === 'landmarks') drawLandmarks(side, start, goal);
  if (answered && state.view === 'hubs') drawHubs(side);
  if (page.units) drawUnits(on);
  on.sign(start, 'circle', okabe.green, 'S', page.chosen === 'start');
  on.sign(goal, 'square', okabe.vermillion, 'G', page.chosen === 'goal');
  if (page.chosen === 'brush') on.sign(packed(page.cursor), 'diamond', okabe.blue, '+', true);
}

function showEvent() {
  const texts = page.sides.map((side) => {
    const last = side.shown - 1;
    if (last < 0 || state.view !== 'expansions' || !side.events) return '';
    const [kind, cell, , g, h] = engine.call('event', side.number, last);
    const steps = (cost) => (cost / page.straight).toFixed(1);
    return `${'AB'[side.number]}: ${['expanded', 'generated', 'reopened', 'pruned'][kind]} ` +
      `${cellX(cell)},${cellY(cell)}, g ${steps(g)}${h === unreachable ? '' : `, h ${steps(h)}`} ` +
      `(${side.shown} of ${side.events}${side.left ? `, ${side.left} more were left out` : ''})`;
  });
  at('event').textContent = texts.filter(Boolean).join(' · ');
  at('step').value = Math.round(state.step * 1000);
}

function showChoices() {
  at('preset').value = state.map;
  for (const key of ['topology', 'corners', 'model', 'movement', 'unit', 'view']) at(key).value = state[key];
  for (const key of ['brush', 'weight', 'speed']) at(key).value = state[key];
  for (const key of ['contours', 'lines']) at(key).checked = state[key];
  document.querySelector(`input[name=tool][value=${state.tool}]`).checked = true;
  explainChoices();
}

// What the colours mean, beside the name of the view.
function showLegend() {
  const legends = {
    expansions: [['blue', 'expanded'], ['sky', 'generated'], ['orange', 'pruned'], ['purple', 'reopened']],
    bound: [['violet', 'near the goal: violet, far: yellow']],
    distances: [['violet', 'near the start: violet, far: yellow']],
    areas: [['vermillion', 'gates'], ['grey', 'dead ends: hatched']],
    landmarks: [['purple', 'triangle through the best landmark'], ['orange', 'start to goal']],
    hubs: [['blue', 'hubs of the start: circles'], ['green', 'hubs of the goal: squares']],
    flow: [['violet', 'near the goal: violet, far: yellow; arrows: the next step']],
    none: [],
  };
  const colours = { ...okabe, violet: '#440154', grey: '#7b858f' };
  at('legend').replaceChildren(...legends[state.view].map(([colour, text]) => {
    const item = Object.assign(document.createElement('span'), { textContent: text });
    item.style.setProperty('--colour', colours[colour]);
    return item;
  }));
}

function explainChoices() {
  showLegend();
  const extra = page.units ? ['flow', 'living'] : [];
  if (state.lines) extra.unshift('lines');
  const pictures = { expansions: ['expansions'], bound: ['bound'], distances: ['distances'],
    areas: ['deadend', 'gateway'], landmarks: ['landmark'], hubs: ['hub'], flow: ['flow'] };
  explain([...page.sides.flatMap((side) => [side.algorithm, side.heuristic]),
    ...(pictures[state.view] ?? []), ...extra]);
}
