// The module of the page has the same result_hash as the native program, in node and in
// Chromium: on all bundled maps and scenarios, for every engine that the page offers, on hexes,
// tiles, weights and links.
// usage: node hashes_test.mjs PROGRAM MODULE SOURCE_DIR
import { readFileSync, readdirSync, mkdtempSync, writeFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Browser } from './browser.mjs';
import { check, checkEqual, finish, makeProgram } from './program.mjs';

const [, , programPath, modulePath, root] = process.argv;
const program = makeProgram(programPath);
const source = readFileSync(join(root, 'src/page/engine.js'), 'utf8');
const names = ['Engine', 'algorithms', 'heuristics', 'topologies', 'cornerRules', 'placements',
  'hash64'];
const { Engine, algorithms, heuristics, topologies, cornerRules, placements, hash64 } =
  new Function(`${source}\nreturn { ${names} };`)();
const engine = await Engine.start(readFileSync(modulePath));
const folder = mkdtempSync(join(tmpdir(), 'throng-page-'));

program.run('explore', '-o', join(folder, 'page.html'));
const browser = await Browser.start();
const page = await browser.open(`file://${join(folder, 'page.html')}`);

// Algorithm, heuristic, landmarks, parts of the index (see page_engine), options of the program.
const engines = [
  ['auto', 'auto', 0, 0, []],
  ['astar', 'plain', 0, 0, []], ['astar', 'zero', 0, 0, []],
  ['astar', 'landmark', 4, 0, []], ['jps', 'auto', 0, 0, []],
  ['jps', 'landmark', 4, 1, []], ['astar', 'deadend', 0, 2, ['--areas']],
  ['astar', 'gateway', 0, 6, ['--gates']], ['astar', 'best', 4, 6, ['--gates']],
  ['hub', 'auto', 0, 9, []], ['front', 'auto', 0, 16, []], ['hierarchy', 'auto', 0, 32, []],
  ...['manhattan', 'octile', 'euclid', 'hex'].map((name) => ['astar', name, 0, 0, []]),
  ...['textbook', 'fringe', 'bidirectional', 'greedy', 'beam', 'wastar', 'pxwd', 'pxwu', 'xdp',
    'xup'].map((name) => [name, 'auto', 0, 0, []]),
];
// Takes exponential time: compared on short queries alone.
const idastar = [['idastar', 'auto', 0, 0, []]];
for (const [list, at] of [[algorithms, 0], [heuristics, 1]])
  checkEqual(list.filter((name) => ![...engines, ...idastar].some((one) => one[at] === name)), [],
    'engines that nothing compares');

let compared = 0, refused = 0;

function nativeHash(map, scen, [algorithm, heuristic, landmarks, , options], rules) {
  const words = ['solve', map, scen, '--algorithm', algorithm, '--heuristic', heuristic,
    '--threads', '1', '--json', '-', ...options, ...rules];
  if (landmarks) words.push('--landmarks', String(landmarks));
  return JSON.parse(program.run(...words)).result_hash;
}

// The result_hash of each engine on one map, as two numbers; null where it is refused. Runs in
// node, and in the page.
function hashesOf(module, { files, rules, engineNumbers }) {
  for (const [call, text, ...numbers] of [['load_map', files.map],
    ['rules', files.movement ?? '', ...rules], ['load_queries', files.queries],
    ['load_links', files.links], ['load_weights', files.weights]])
    if (text !== undefined) {
      module.give(text);
      module.count(call, ...numbers);
    }
  return engineNumbers.map((numbers) => {
    try {
      module.call('engine', 0, ...numbers);
    } catch {
      return null;
    }
    return Array.from(module.call('batch', 0).slice(2, 4));
  });
}

// Each engine that the module accepts here has the hash of the program; one that it refuses is
// refused by the program too.
async function compare(map, queries, { topology = 'octile', corners = 'never_cut', chosen = engines,
  options = [], ...files } = {}) {
  const task = {
    files: { map: readFileSync(map, 'utf8'), queries: readFileSync(queries, 'utf8'), ...files },
    rules: [topologies.indexOf(topology), cornerRules.indexOf(corners), 0, 1],
    engineNumbers: chosen.map(([algorithm, heuristic, landmarks, parts]) => [
      algorithms.indexOf(algorithm), heuristics.indexOf(heuristic), 150, 1000, landmarks,
      placements.indexOf('farthest'), parts]),
  };
  const places = {
    node: hashesOf(engine, task),
    Chromium: await page.evaluate(`(${hashesOf})(throngPage.engine, ${JSON.stringify(task)})`),
  };
  const rules = [...options, '--topology', topology];
  if (topology === 'octile') rules.push('--corners', corners);
  chosen.forEach((one, i) => {
    let native = null;
    try {
      native = nativeHash(map, queries, one, rules);
      ++compared;
    } catch (error) {
      if (places.node[i] !== null) throw error;
      ++refused;
    }
    for (const [place, hashes] of Object.entries(places))
      checkEqual(hashes[i] && hash64(hashes[i], 0), native,
        `${place}: ${basename(map)} ${rules.join(' ')} ${one.slice(0, 2).join(' ')}`);
  });
}

// The queries of a scenario whose paths have at most 6 steps.
function shortQueries(scen) {
  const lines = readFileSync(scen, 'utf8').trim().split('\n').slice(1).map((line) => line.split(/\s+/));
  const file = join(folder, 'short.csv');
  writeFileSync(file, lines.filter((words) => words[8] <= 6).slice(0, 20)
    .map((words) => `${words.slice(4, 8).join()}\n`).join(''));
  return file;
}

async function compareAll() {
  const maps = readdirSync(join(root, 'maps')).filter((name) => name.endsWith('.map'));
  check(maps.length >= 7, 'there are bundled maps');
  for (const name of maps) {
    const map = join(root, 'maps', name);
    await compare(map, `${map}.scen`);
    await compare(map, shortQueries(`${map}.scen`), { chosen: idastar });
  }

  const terrain = join(root, 'maps/terrain.map'), movement = 'G:2,S:3,T:5';
  await compare(terrain, `${terrain}.weighted.scen`, { movement, options: ['--terrain', movement] });

  const rooms = join(root, 'maps/rooms.map'), roomsScen = `${rooms}.scen`;
  for (const [topology, corners] of [['hex', 'never_cut'], ['tile', 'never_cut'],
    ['tex', 'never_cut'], ['octile', 'cut_one'], ['octile', 'always']])
    await compare(rooms, roomsScen, { topology, corners });

  // Links, and weights of single cells, on all engines that accept them.
  const links = '1,1,60,60,3\n60,2,2,60,2\n';
  writeFileSync(join(folder, 'links'), links);
  await compare(rooms, roomsScen, { links, options: ['--links', join(folder, 'links')] });

  engine.give(readFileSync(rooms, 'utf8'));
  engine.call('load_map');
  engine.call('paint_weight', 20, 20, 9, 7);
  engine.call('paint_weight', 40, 33, 5, 3);
  const weights = engine.textOf('weights_text');
  writeFileSync(join(folder, 'weights'), weights);
  await compare(rooms, roomsScen, { weights, options: ['--weights', join(folder, 'weights')] });

  // The queries that a page exports lead back to the same answers.
  engine.give(readFileSync(rooms, 'utf8'));
  engine.call('load_map');
  writeFileSync(join(folder, 'own.scen'), engine.textOf('query_text', 0, 0, 1, 1));
  program.run('solve', rooms, join(folder, 'own.scen'), '--check');
}

try {
  await compareAll();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
check(compared > 200, `enough was compared: ${compared}`);
finish(`${compared} hashes are equal in node, in Chromium and natively, ${refused} engines are refused by all`);
