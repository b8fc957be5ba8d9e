// Files, links, and the controls around the maps.

function save(name, blob) {
  const link = Object.assign(document.createElement('a'),
    { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
const saveText = (name, text) => save(name, new Blob([text], { type: 'text/plain' }));

function listen() {
  const on = (id, event, action) => at(id).addEventListener(event, guarded(action));
  on('preset', 'change', () => {
    if (at('preset').value === 'given') return useGiven();
    if (at('preset').value === 'own') return undefined;
    page.queries = null;
    loadPreset(at('preset').value);
    return useMap();
  });
  on('open', 'click', () => at('file').click());
  on('file', 'change', async () => takeFiles(at('file').files));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', guarded(async (event) => {
    event.preventDefault();
    await takeFiles(event.dataTransfer.files);
  }));
  for (const key of ['topology', 'corners', 'movement'])
    on(key, 'change', () => {
      state[key] = at(key).value;
      return useMap([state.start, state.goal]);
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
  for (const radio of document.querySelectorAll('input[name=tool]'))
    radio.addEventListener('change', () => { state.tool = radio.value; tellLink(); });
  for (const key of ['brush', 'weight'])
    on(key, 'change', () => { state[key] = Math.max(1, Math.min(at(key).max, at(key).value | 0)); });
  on('step', 'input', () => { playing(false); setStep(at('step').value / 1000); });
  on('back', 'click', () => stepBy(-1));
  on('forth', 'click', () => stepBy(1));
  on('play', 'click', play);
  on('crowd', 'click', () => { startCrowd(); explainChoices(); });
  on('link', 'click', async () => {
    history.replaceState(null, '', `#${await linkOf(engine)}`);
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  });
  on('png', 'click', () => page.sides[0].on.canvas.toBlob((blob) => save('throng.png', blob)));
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
  for (const [name, text] of all) {
    await loadFile(name, text);
    if (/\.(scen|csv)$/.test(name)) page.queries = 'own';
  }
  at('file').value = '';
}

// The map and the queries that `throng explore` wrote into the page.
function useGiven(ends) {
  const { given } = page;
  engine.give(given.map);
  engine.call('load_map');
  Object.assign(state, { map: 'given', edited: false, weighed: false, moved: [] });
  if (given.scen) {
    engine.give(given.scen);
    engine.count('load_queries');
    page.queries = 'given';
  }
  showChoices();
  useMap(ends);
}

async function restore() {
  const link = location.hash;
  if (link.replace('#', '') === document.body.dataset.link) return;
  const own = await readLink(link);
  if (own.cells !== null) {
    const { map, moved } = state;
    engine.give(own.cells);
    engine.call('load_map');
    Object.assign(state, { map, moved, edited: true, weighed: false });
    if (own.weights !== null) {
      engine.give(own.weights);
      engine.call('load_weights');
      state.weighed = true;
    }
  } else if (state.map === 'given' && page.given) {
    const { moved } = state;
    showChoices();
    useGiven(state.ends);
    state.moved = moved;
  } else {
    const { moved } = state;
    loadPreset(presets[state.map] ? state.map : 'demo');
    state.moved = moved;
  }
  showChoices();
  useMap(state.ends);
  showChoices();
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
    if (page.given && !location.hash) state.map = 'given';
    if (page.given && !location.hash) useGiven();
    else await restore();
    showChoices();
  } catch (error) {
    complain(error);
    document.body.dataset.state = 'failed';
  }
}
begin();
