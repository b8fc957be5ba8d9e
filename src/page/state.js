// All that the page shows, as a link restores it, and the address of the link.

const presets = {
  demo: { text: null },  // drawn by hand; the text is part of the page
  caves: { kind: 'caves', width: 96, height: 64, seed: 1 },
  rooms: { kind: 'rooms', width: 63, height: 63, seed: 2, room: 7 },
  maze: { kind: 'maze', width: 63, height: 63, seed: 1, corridor: 1 },
  random: { kind: 'random', width: 64, height: 64, seed: 1, density: 30 },
  islands: { kind: 'islands', width: 96, height: 64, seed: 4 },
  terrain: { kind: 'terrain', width: 128, height: 96, seed: 4 },
  empty: { kind: 'empty', width: 64, height: 64, seed: 1 },
  'caves 512': { kind: 'caves', width: 512, height: 512, seed: 1 },
  'rooms 512': { kind: 'rooms', width: 512, height: 512, seed: 1, room: 31 },
  'maze 512': { kind: 'maze', width: 512, height: 512, seed: 1, corridor: 4 },
};

const parts = { jumps: 1, areas: 2, gates: 4, hubs: 8, fronts: 16, hierarchy: 32 };

const views = ['expansions', 'bound', 'distances', 'areas', 'landmarks', 'hubs', 'flow', 'none'];

const speeds = ['0.2', '1', '4'];

const state = {
  map: 'demo',           // a preset, or 'own'
  edited: false,         // whether the map differs from the preset
  topology: 'octile', corners: 'never_cut', model: 'mean', movement: '', unit: 1,
  start: [0, 0], goal: [0, 0],
  sides: [
    { algorithm: 'astar', heuristic: 'plain', landmarks: 0, weight: 150, beam: 100 },
    { algorithm: 'jps', heuristic: 'landmark', landmarks: 4, weight: 150, beam: 100 },
  ],
  moved: [],             // landmarks that were dragged: side, slot, x, y
  view: 'expansions', contours: true, lines: false, step: 1,  // step: the part of the events shown, 0 to 1
  tool: 'ends', brush: 3, weight: 5, speed: '1',
  links: '', queries: '',  // texts of files, packed; empty: none
  query: 0,                // the one of the queries that was chosen last
  walking: false,          // whether units walk
};

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpackText(word) {
  const letters = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

// The part of the address after #.
async function linkOf(engine) {
  const link = new URLSearchParams();
  link.set('map', state.map);
  if (state.edited) link.set('cells', await pack(engine.textOf('map_text')));
  if (state.weighed) link.set('weights', await pack(engine.textOf('weights_text')));
  for (const key of ['topology', 'corners', 'model', 'movement', 'view', 'tool', 'brush', 'weight',
    'speed', 'links', 'queries', 'query'])
    if (state[key]) link.set(key, state[key]);
  if (state.unit > 1) link.set('unit', state.unit);
  if (state.lines) link.set('lines', '1');
  if (state.walking) link.set('walking', '1');
  link.set('s', state.start.join());
  link.set('g', state.goal.join());
  state.sides.forEach((side, i) => link.set('ab'[i],
    [side.algorithm, side.heuristic, side.landmarks, side.weight, side.beam].join()));
  if (state.moved.length) link.set('moved', state.moved.map((one) => one.join()).join(';'));
  if (state.step < 1) link.set('step', state.step.toFixed(4));
  if (!state.contours) link.set('contours', '0');
  return link.toString();
}

const between = (least, most, text) => Math.min(most, Math.max(least, Number(text) | 0));
const numbers = (text) => text.split(',').map(Number);

// Takes over what a link says. Returns the texts of files that it has.
async function readLink(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ''));
  const known = (value, all, otherwise) => (all.includes(value) ? value : otherwise);
  state.map = known(link.get('map'), [...Object.keys(presets), 'own', 'given'], page.given ? 'given' : 'demo');
  state.topology = known(link.get('topology'), topologies, 'octile');
  state.corners = known(link.get('corners'), cornerRules, 'never_cut');
  state.model = known(link.get('model'), costModels, 'mean');
  state.movement = link.get('movement') ?? '';
  state.unit = between(1, 8, link.get('unit') ?? 1);
  state.lines = link.has('lines');
  state.view = known(link.get('view'), views, 'expansions');
  state.tool = known(link.get('tool'), ['ends', 'wall', 'open', 'weight', 'build'], 'ends');
  state.contours = link.get('contours') !== '0';
  state.brush = between(1, 32, link.get('brush') ?? 3);
  state.weight = between(1, 99, link.get('weight') ?? 5);
  state.speed = known(link.get('speed'), speeds, '1');
  state.links = link.get('links') ?? '';
  state.queries = link.get('queries') ?? '';
  state.query = between(0, 0x7FFFFFFF, link.get('query') ?? 0);
  state.walking = link.has('walking');
  state.step = Math.min(1, Math.max(0, Number(link.get('step') ?? 1) || 0));
  state.moved = (link.get('moved') ?? '').split(';').filter(Boolean).map(numbers);
  state.ends = link.has('s') && link.has('g')
    ? [numbers(link.get('s')), numbers(link.get('g'))] : null;
  state.sides.forEach((side, i) => {
    const words = (link.get('ab'[i]) ?? '').split(',');
    if (words.length < 4) return;
    side.algorithm = known(words[0], algorithms, side.algorithm);
    side.heuristic = known(words[1], heuristics, side.heuristic);
    side.landmarks = between(0, 64, words[2]);
    side.weight = between(100, 1000, words[3]);
    side.beam = between(1, 100000, words[4] ?? 100);
  });
  const text = async (key) => (link.has(key) ? unpackText(link.get(key)) : null);
  return { cells: await text('cells'), weights: await text('weights'),
    links: await text('links'), queries: await text('queries') };
}
