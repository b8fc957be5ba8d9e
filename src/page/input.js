// What the pointer and the keys do on a map, and playing a search.

// ---- the start and the goal, landmarks and the brush

function handleAt(side, event) {
  const box = side.on.canvas.getBoundingClientRect();
  const scale = side.on.canvas.width / box.width;
  const point = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const handles = [['start', packed(state.start)], ['goal', packed(state.goal)]];
  if (state.view === 'landmarks')
    side.landmarks.forEach((cell, i) => handles.push([`landmark ${i}`, cell]));
  const far = ([, cell]) => {
    const [x, y] = side.on.centre(cell);
    return Math.hypot(x - point[0], y - point[1]);
  };
  const nearest = handles.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(nearest) <= 28 * side.on.unit * (event.pointerType === 'touch' ? 2 : 1) ? nearest[0] : null;
}

// Moves what is chosen to a cell. Returns whether anything changed.
function moveTo(side, cell) {
  const { chosen } = page;
  if (chosen === 'start' || chosen === 'goal') {
    if (state[chosen].join() === cell.join()) return false;
    state[chosen] = cell;
    if (chosen === 'goal' && page.units) engine.count('crowd_goal', ...cell);
  } else if (chosen === 'brush') {
    page.cursor = cell;
    ask(false);
    return true;
  } else {
    if (!ground[cell[1] * page.width + cell[0]]) return false;
    const slot = Number(chosen.split(' ')[1]);
    engine.count('move_landmark', side.number, slot, ...cell);
    state.moved = state.moved.filter(([number, other]) => number !== side.number || other !== slot);
    state.moved.push([side.number, slot, ...cell]);
  }
  ask();
  return true;
}

function paint(cell) {
  if (page.painted === cell.join()) return;
  page.painted = cell.join();
  const letter = { wall: '@', open: '.', build: '@' }[state.tool];
  if (page.units && state.tool !== 'weight') {
    engine.count('crowd_build', ...cell, state.brush, letter.charCodeAt(0));
    about = Array.from(engine.call('paint', ...cell, 1,
      letter.charCodeAt(0)));
  } else if (state.tool === 'weight') {
    about = Array.from(engine.call('paint_weight', ...cell, state.brush, state.weight));
    state.weighed = true;
    if (page.units) page.units = Array.from(engine.call('crowd', unitCount, ...state.goal));
  } else {
    about = Array.from(engine.call('paint', ...cell, state.brush, letter.charCodeAt(0)));
  }
  state.edited = true;
  ground = Uint32Array.from(engine.call('ground'));
  for (const side of page.sides) {
    side.on.keepGround(ground);
    side.choose();
  }
  ask();
}

function listenToMap(side) {
  const { canvas } = side.on;
  let held = false;
  let touched = null;  // what a finger began: a second finger makes it a pinch
  const begin = ({ cell, handle }) => {
    if (state.tool !== 'ends') return paint(cell);
    page.chosen = handle ?? 'goal';
    return moveTo(side, cell);
  };
  const settle = () => {
    const began = touched;
    touched = null;
    if (began) begin(began);
  };
  canvas.addEventListener('pointerdown', guarded((event) => {
    if (!event.isPrimary) {
      held = false;
      touched = null;
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    page.active = side.number;
    held = true;
    page.painted = null;
    touched = { cell: side.on.cellAt(event), handle: handleAt(side, event) };
    if (event.pointerType !== 'touch') settle();
  }));
  canvas.addEventListener('pointermove', guarded((event) => {
    if (!held || !event.isPrimary) return;
    settle();
    const cell = side.on.cellAt(event);
    if (state.tool === 'ends') moveTo(side, cell);
    else paint(cell);
  }));
  canvas.addEventListener('pointerup', guarded((event) => {
    if (!event.isPrimary) return;
    held = false;
    settle();
  }));
  canvas.addEventListener('pointercancel', () => {
    held = false;
    touched = null;
  });
  canvas.addEventListener('keydown', guarded((event) => onKey(side, event)));
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function onKey(side, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  page.active = side.number;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const place = () => {
    if (page.chosen === 'start' || page.chosen === 'goal') return state[page.chosen];
    if (page.chosen === 'brush') return page.cursor;
    const cell = side.landmarks[Number(page.chosen.split(' ')[1])] ?? 0;
    return [cellX(cell), cellY(cell)];
  };
  if (arrows[key]) {
    const reach = event.shiftKey ? 10 : 1, [x, y] = place(), [dx, dy] = arrows[key];
    moveTo(side, [Math.min(page.width - 1, Math.max(0, x + reach * dx)),
      Math.min(page.height - 1, Math.max(0, y + reach * dy))]);
  } else if (key === 's' || key === 'g' || key === 'c') {
    page.chosen = { s: 'start', g: 'goal', c: 'brush' }[key];
    ask(false);
  } else if (key === 'l' && state.view === 'landmarks' && side.landmarks.length) {
    const next = page.chosen.startsWith('landmark') ? Number(page.chosen.split(' ')[1]) + 1 : 0;
    page.chosen = `landmark ${next % side.landmarks.length}`;
    ask(false);
  } else if (key === 'Enter' && state.tool !== 'ends') {
    page.painted = null;
    paint(place());
  } else if (key === ' ') {
    play();
  } else if (key === ',' || key === '.') {
    stepBy(key === ',' ? -1 : 1);
  } else {
    return;
  }
  event.preventDefault();
}

// ---- playing

const longest = () => Math.max(1, ...page.sides.map((side) => side.events));

function setStep(step) {
  state.step = Math.min(1, Math.max(0, step));
  ask(false);
}

function stepBy(events) {
  playing(false);
  setStep((Math.round(state.step * longest()) + events) / longest());
}

function playing(on) {
  page.playing = on;
  at('play').textContent = on ? 'Pause' : 'Play';
}

function play() {
  if (page.playing) return playing(false);
  if (state.view !== 'expansions') {
    state.view = 'expansions';
    showChoices();
    ask();
  }
  playing(true);
  if (state.step >= 1) state.step = 0;
  let last = performance.now();
  const frame = (now) => {
    if (!page.playing) return;
    // Four seconds for a whole search, but at least one event in each frame.
    const part = Math.max(1 / longest(), Number(at('speed').value) * (now - last) / 4000);
    last = now;
    setStep(state.step + part);
    if (state.step >= 1) playing(false);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
