// What all parts of the page share, and the map that it shows.

const at = (id) => document.getElementById(id);
const page = { frames: [], sides: [], chosen: 'goal', cursor: [0, 0], ready: false };
window.throngPage = page;  // for tests and for the console
let engine, ground, about, queued = false;

function complain(error) {
  at('message').textContent = error ? error.message ?? String(error) : '';
  at('message').hidden = !error;
}

// Runs what a control does, and shows the message of what fails.
function guarded(action) {
  return async (...values) => {
    try {
      complain(null);
      await action(...values);
    } catch (error) {
      complain(error);
    }
  };
}

function readGround() {
  ground = Uint32Array.from(engine.call('ground'));
  const [width, height, open, components, plain, straight] = about;
  at('about').textContent = `${width} × ${height}, ${open} open cells, ${components} component${components === 1 ? '' : 's'}${plain ? '' : ', weighted'}${state.unit > 1 ? '; units stand at their upper left cell; grey: no room' : ''}`;
  Object.assign(page, { width, height, straight });
  for (const side of page.sides) {
    side.on.fit(width, height, state.topology === 'hex' || state.topology === 'tex');
    side.on.keepGround(ground);
  }
}

function setRules() {
  engine.give(state.movement);
  about = Array.from(engine.call('rules', topologies.indexOf(state.topology),
    cornerRules.indexOf(state.corners), costModels.indexOf(state.model), state.unit));
}

// Ends that are far apart, in the largest of the components that some cells lie in; but not in
// its last corners, which are for landmarks.
function placeEnds() {
  const open = [];
  ground.forEach((weight, slot) => weight && weight !== unreachable && open.push(slot));
  const cell = (slot) => [slot % page.width, Math.floor(slot / page.width)];
  // How many cells are reached from a cell, the farthest of them, and one that is not quite as far.
  const look = (slot) => {
    const field = engine.call('distances', ...cell(slot));
    const reached = open.filter((other) => field[other] !== unreachable);
    const farthest = (most) => reached.reduce((a, b) => (field[b] <= most && field[b] > field[a] ? b : a), slot);
    const far = farthest(unreachable);
    return { reached: reached.length, far, near: farthest(0.9 * field[far]) };
  };
  let best = { reached: 0, far: 0 };
  for (let i = 0; i < 8 && open.length; ++i) {
    const one = look(open[Math.floor((i + 0.5) / 8 * open.length)]);
    if (one.reached > best.reached) best = one;
  }
  const goal = open.length ? look(best.far).near : 0;
  state.goal = cell(goal);
  state.start = cell(open.length ? look(goal).near : 0);
}

function useMap(ends) {
  setRules();
  readGround();
  const inside = (cell) => cell && cell[0] >= 0 && cell[1] >= 0 && cell[0] < page.width &&
    cell[1] < page.height && cell.every(Number.isInteger);
  if (ends && ends.every(inside)) [state.start, state.goal] = ends;
  else placeEnds();
  page.cursor = [...state.goal];
  stopCrowd();
  for (const side of page.sides) side.choose();
  ask();
}

function loadPreset(name) {
  const { kind, text, width, height, seed, density = 25, corridor = 1, room = 16 } = presets[name];
  if (text !== undefined) {
    engine.give(at('demo').textContent);
    engine.call('load_map');
  } else {
    engine.call('generate', kinds.indexOf(kind), width, height, seed, density, corridor, room);
  }
  beginMap(name, false);
}

// What belonged to the map before is gone.
function beginMap(map, edited) {
  Object.assign(state, { map, edited, weighed: false, moved: [], links: '', queries: '',
    query: 0 });
  page.queries = null;
  at('queries').hidden = true;
}

// Takes queries over from what the engine was given.
function useQueries(from) {
  const count = engine.count('load_queries');
  page.queries = from;
  at('queries').hidden = count === 0;
  at('query').max = Math.max(0, count - 1);
  state.query = at('query').value = 0;
  document.querySelector('#queries span').textContent = `of ${count}, the first is 0`;
}

// Moves the ends to those of a query of the file.
function showQuery(number) {
  const ends = Array.from(engine.call('ends', number));
  if (!ends.length) return;
  state.query = number;
  [state.start, state.goal] = ends.map((cell) => [cellX(cell), cellY(cell)]);
  if (page.units) engine.count('crowd_goal', ...state.goal);
  ask();
}

// A dropped or chosen file: a map, weights, links or queries.
async function loadFile(name, text) {
  engine.give(text);
  if (/^\s*type\s+weights/.test(text)) {
    engine.call('load_weights');
    state.weighed = true;
    return useMap([state.start, state.goal]);
  }
  if (/\.(scen|csv)$/.test(name)) {
    useQueries('own');
    state.queries = await pack(text);
    return showQuery(0);
  }
  if (/\.links$/.test(name)) {
    engine.call('load_links');
    state.links = await pack(text);
    return useMap([state.start, state.goal]);
  }
  try {
    engine.call('load_map');
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  beginMap('own', true);
  at('preset').value = 'own';
  useMap();
}
