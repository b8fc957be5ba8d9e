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
  at('about').textContent = `${width} × ${height}, ${open} open cells, ${components} component${components === 1 ? '' : 's'}${plain ? '' : ', weighted'}`;
  Object.assign(page, { width, height, straight });
  for (const side of page.sides) {
    side.on.fit(width, height, state.topology === 'hex' || state.topology === 'tex');
    side.on.keepGround(ground);
  }
}

function setRules() {
  engine.give(state.movement);
  about = Array.from(engine.call('rules', topologies.indexOf(state.topology),
    cornerRules.indexOf(state.corners), costModels.indexOf(state.model)));
}

// Ends that are far apart, in the largest of the components that some cells lie in.
function placeEnds() {
  const open = [];
  ground.forEach((weight, slot) => weight && open.push(slot));
  const cell = (slot) => [slot % page.width, Math.floor(slot / page.width)];
  // How many cells are reached from a cell, and the farthest of them.
  const look = (slot) => {
    const field = engine.call('distances', ...cell(slot));
    let reached = 0, far = slot;
    for (const other of open) {
      if (field[other] === unreachable) continue;
      ++reached;
      if (field[other] > field[far]) far = other;
    }
    return { reached, far };
  };
  let best = { reached: 0, far: open[0] ?? 0 };
  for (let i = 0; i < 8 && open.length; ++i) {
    const one = look(open[Math.floor((i + 0.5) / 8 * open.length)]);
    if (one.reached > best.reached) best = one;
  }
  state.start = cell(best.far);
  state.goal = cell(open.length ? look(best.far).far : best.far);
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
  Object.assign(state, { map: name, edited: false, weighed: false, moved: [] });
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
    const count = engine.count('load_queries');
    at('measured').textContent = `${count} queries of ${name}`;
    return ask();
  }
  if (/\.links$/.test(name)) {
    engine.call('load_links');
    return useMap([state.start, state.goal]);
  }
  try {
    engine.call('load_map');
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
  Object.assign(state, { map: 'own', edited: true, weighed: false, moved: [] });
  at('preset').value = 'own';
  useMap();
}
