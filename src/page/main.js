// Files, links, and the controls around the maps.

function save(name, blob) {
  const link = Object.assign(document.createElement('a'),
    { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
const saveText = (name, text) => save(name, new Blob([text], { type: 'text/plain' }));

// Both maps side by side, with what the engines did below.
function bothMaps() {
  const maps = page.sides.map((side) => side.on.canvas);
  const picture = document.createElement('canvas'), pen = picture.getContext('2d');
  const unit = page.sides[0].on.unit, gap = 16 * unit, line = 18 * unit;
  picture.width = maps[0].width + gap + maps[1].width;
  picture.height = Math.max(...maps.map((map) => map.height)) + 3 * line;
  const style = getComputedStyle(document.body);
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.fillStyle = style.color;
  pen.font = `${13 * unit}px system-ui, sans-serif`;
  page.sides.forEach((side, i) => {
    const left = i * (maps[0].width + gap), { width, height } = maps[i];
    pen.drawImage(maps[i], left, 0);
    [`${'AB'[i]}: ${side.algorithm}, ${side.heuristic}`, side.counters.textContent].forEach(
      (text, row) => pen.fillText(text, left, height + (row + 1) * line, width));
  });
  return picture;
}

function listen() {
  const on = (id, event, action) => at(id).addEventListener(event, guarded(action));
  on('preset', 'change', () => {
    if (at('preset').value === 'own') return undefined;
    if (at('preset').value === 'given') loadGiven();
    else loadPreset(at('preset').value);
    return useMap();
  });
  on('open', 'click', () => at('file').click());
  on('file', 'change', async () => takeFiles(at('file').files));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', guarded(async (event) => {
    event.preventDefault();
    await takeFiles(event.dataTransfer.files);
  }));
  for (const key of ['topology', 'corners', 'model', 'movement', 'unit'])
    on(key, 'change', () => {
      const before = state[key];
      state[key] = key === 'unit' ? between(1, 8, at(key).value) : at(key).value;
      at(key).value = state[key];
      try {
        useMap([state.start, state.goal]);
      } catch (error) {
        state[key] = before;
        setRules();
        throw error;
      }
    });
  on('view', 'change', () => {
    state.view = at('view').value;
    explainChoices();
    ask();
  });
  on('contours', 'change', () => {
    state.contours = at('contours').checked;
    ask(false);
  });
  on('lines', 'change', () => {
    state.lines = at('lines').checked;
    explainChoices();
    ask();
  });
  for (const radio of document.querySelectorAll('input[name=tool]'))
    radio.addEventListener('change', () => { state.tool = radio.value; tellLink(); });
  for (const key of ['brush', 'weight'])
    on(key, 'change', () => {
      at(key).value = state[key] = between(1, at(key).max, at(key).value);
      tellLink();
    });
  on('query', 'change', () => showQuery(between(0, at('query').max, at('query').value)));
  on('speed', 'change', () => { state.speed = at('speed').value; tellLink(); });
  on('step', 'input', () => { playing(false); setStep(at('step').value / 1000); });
  on('back', 'click', () => stepBy(-1));
  on('forth', 'click', () => stepBy(1));
  on('play', 'click', play);
  on('crowd', 'click', toggleCrowd);
  on('link', 'click', async () => {
    history.replaceState(null, '', `#${await linkOf(engine)}`);
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  });
  on('png', 'click', () => bothMaps().toBlob((blob) => save('throng.png', blob)));
  on('map', 'click', () => saveText('page.map', engine.textOf('map_text')));
  on('weights', 'click', () => saveText('page.weights', engine.textOf('weights_text')));
  on('scen', 'click', () => saveText('page.map.scen',
    engine.textOf('query_text', ...state.start, ...state.goal)));
  on('measure', 'click', measure);
  window.addEventListener('resize', () => { readGround(); ask(false); });
  window.addEventListener('hashchange', guarded(restore));
  dark.addEventListener('change', () => { readGround(); ask(false); });
}

// Maps first: the other files belong to a map.
async function takeFiles(files) {
  const all = await Promise.all(Array.from(files, async (file) => [file.name, await file.text()]));
  all.sort(([a], [b]) => b.endsWith('.map') - a.endsWith('.map'));
  for (const [name, text] of all) await loadFile(name, text);
  at('file').value = '';
}

// The map and the queries that `throng explore` wrote into the page.
function loadGiven() {
  const { given } = page;
  engine.give(given.map);
  engine.call('load_map');
  beginMap('given', false);
  if (!given.scen) return;
  engine.give(given.scen);
  useQueries('given');
}

// The map that a link names or holds, with the weights, links and queries that it holds.
function loadLinked(own) {
  const { map, moved, links, queries, query } = state;
  if (own.cells !== null) {
    engine.give(own.cells);
    engine.call('load_map');
    beginMap(map, true);
  } else if (map === 'given' && page.given) {
    loadGiven();
  } else {
    loadPreset(presets[map] ? map : 'demo');
  }
  Object.assign(state, { moved, links, queries, weighed: own.weights !== null });
  for (const key of ['weights', 'links'])
    if (own[key] !== null) {
      engine.give(own[key]);
      engine.call(`load_${key}`);
    }
  if (own.queries !== null) {
    engine.give(own.queries);
    useQueries('own');
  }
  state.query = at('query').value = Math.min(query, at('query').max);
}

async function restore() {
  const link = location.hash;
  if (link.replace('#', '') === document.body.dataset.link) return;
  let failure = null, walking = false;
  try {
    const own = await readLink(link);
    ({ walking } = state);
    loadLinked(own);
    useMap(state.ends);
  } catch (error) {
    failure = new Error(`this link is damaged: ${error.message}`);
    state.movement = '';
    loadPreset('demo');
    useMap();
  }
  showChoices();
  if (walking) startCrowd();
  if (failure) throw failure;
}

async function begin() {
  try {
    engine = await Engine.start(await unpack(at('module').textContent.trim()));
    page.engine = engine;
    page.given = JSON.parse(at('given').textContent.replace('/*given*/', ''));
    page.state = state;
    at('preset').append(...Object.keys(presets).map((name) => new Option(name, name)));
    if (page.given) at('preset').prepend(new Option(page.given.name, 'given'));
    at('preset').append(new Option('your own', 'own'));
    at('topology').append(...topologies.map((word) => new Option(word, word)));
    at('corners').append(...cornerRules.map((word) => new Option(word, word)));
    for (const number of [0, 1])
      page.sides.push(new Side(number, engine, () => { explainChoices(); ask(); }));
    page.sides.forEach(listenToMap);
    listen();
    await guarded(restore)();
  } catch (error) {
    complain(error);
    document.body.dataset.state = 'failed';
  }
}
begin();
