// Units that walk, and measurements.

// ---- units

function drawUnits(on) {
  const { pen } = on, r = Math.max(1.2 * on.unit, on.size * 0.35);
  pen.fillStyle = dark.matches ? okabe.yellow : okabe.purple;
  for (let i = 0; i + 1 < page.units.length; ++i) {
    const [x, y] = on.centre(page.units[i]);
    pen.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
}

function stopCrowd() {
  page.units = null;
  state.walking = false;
  at('crowd').textContent = 'Let 1,000 units walk to the goal';
  at('walked').textContent = '';
}

function toggleCrowd() {
  if (page.units) stopCrowd();
  else startCrowd();
  if (page.units) state.tool = 'build';
  showChoices();
  ask();
}

const unitCount = 1000;

function startCrowd() {
  page.units = Array.from(engine.call('crowd', unitCount, ...state.goal));
  state.walking = true;
  at('crowd').textContent = 'Stop the units';
  let frames = 0;
  const frame = () => {
    if (!page.units) return;
    if (++frames % 3 === 0) {
      const begin = performance.now();
      page.units = Array.from(engine.call('crowd_step'));
      const arrived = page.units[page.units.length - 1];
      at('walked').textContent = `${arrived} have arrived; a step of all takes ` +
        `${(performance.now() - begin).toFixed(2)} ms. Paint buildings in their way.`;
      document.body.dataset.arrived = String(arrived);
      ask(false, false);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

// ---- measurements

// Algorithm, landmarks, parts of the index. idastar is left out: it takes exponential time.
const measuredEngines = [
  ['astar', 0, 0], ['jps', 0, 0], ['jps', 16, 1], ['astar', 16, 0], ['hub', 0, 9], ['front', 0, 16],
  ['hierarchy', 0, 32], ['bidirectional', 0, 0], ['fringe', 0, 0], ['textbook', 0, 0],
  ...['wastar', 'pxwd', 'pxwu', 'xdp', 'xup', 'greedy', 'beam'].map((name) => [name, 0, 0]),
];

async function measure() {
  const given = page.given?.native ?? {};
  const own = page.given?.scen && page.queries === 'given';
  if (!own && page.queries !== 'own') engine.count('sample', 1000, 1);
  const table = document.createElement('table');
  const row = (cells, tag = 'td') => {
    const line = table.insertRow();
    for (const text of cells) line.append(Object.assign(document.createElement(tag), { textContent: text }));
    return line;
  };
  row(['engine', 'index s', 'µs a query', 'expanded a query', 'result_hash', 'native', 'cost_hash'], 'th');
  at('measured').replaceChildren(table);
  for (const [algorithm, landmarks, bits] of measuredEngines) {
    await new Promise((go) => setTimeout(go));
    const name = landmarks ? `${algorithm} + ${landmarks} landmarks` : algorithm;
    try {
      const begin = performance.now();
      engine.call('engine', 2, algorithms.indexOf(algorithm), 0, 150, 1000, landmarks,
        placements.indexOf('farthest'), bits);
      const ready = performance.now();
      const list = Array.from(engine.call('batch', 2)), done = performance.now();
      const hash = hash64(list, 2), key = `${algorithm} ${landmarks}`;
      const native = own && given[key] ? (given[key] === hash ? 'equal ✓' : `differs ✗ ${given[key]}`) : '–';
      row([name, ((ready - begin) / 1000).toFixed(3), ((done - ready) * 1000 / list[0]).toFixed(2),
        ((list[7] * 2 ** 32 + list[6]) / list[0]).toFixed(0), hash, native, hash64(list, 4)]);
    } catch (error) {
      row([name, '', '', '', error.message, '', '']);
    }
  }
  const note = document.createElement('p');
  note.textContent = 'One thread. The command line answers the same queries with the same hashes: ' +
    'throng solve MAP SCEN --algorithm … --landmarks … --json -';
  at('measured').append(note);
  document.body.dataset.measured = String(table.rows.length - 1);
}
