// The module of the page has the same result_hash as the native program: on all bundled maps
// and scenarios, for every engine that the page offers, on hexes, tiles, weights and links.
// usage: node hashes_test.mjs PROGRAM MODULE SOURCE_DIR
import { readFileSync, readdirSync, mkdtempSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
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

// Algorithm, heuristic, landmarks, parts of the index (see page_engine), options of the program.
const engines = [
  ['auto', 'auto', 0, 0, []],
  ['astar', 'plain', 0, 0, []], ['astar', 'zero', 0, 0, []],
  ['astar', 'landmark', 4, 0, []], ['jps', 'auto', 0, 0, []],
  ['jps', 'landmark', 4, 1, []], ['astar', 'deadend', 0, 2, ['--areas']],
  ['astar', 'gateway', 0, 6, ['--gates']], ['astar', 'best', 4, 6, ['--gates']],
  ['hub', 'auto', 0, 9, []], ['front', 'auto', 0, 16, []], ['textbook', 'auto', 0, 0, []],
  ['fringe', 'auto', 0, 0, []], ['bidirectional', 'auto', 0, 0, []],
  ['greedy', 'auto', 0, 0, []], ['beam', 'auto', 0, 0, []],
  ...['wastar', 'pxwd', 'pxwu', 'xdp', 'xup'].map((name) => [name, 'auto', 0, 0, []]),
];

let compared = 0, refused = 0;

function nativeHash(map, scen, algorithm, heuristic, landmarks, options) {
  const words = ['solve', map, scen, '--algorithm', algorithm, '--heuristic', heuristic,
    '--threads', '1', '--json', '-', ...options];
  if (landmarks) words.push('--landmarks', String(landmarks));
  return JSON.parse(program.run(...words)).result_hash;
}

function moduleHash(algorithm, heuristic, landmarks, parts) {
  engine.call('engine', 0, algorithms.indexOf(algorithm), heuristics.indexOf(heuristic), 150,
    1000, landmarks, placements.indexOf('farthest'), parts);
  return hash64(Array.from(engine.call('batch', 0)), 2);
}

// Each engine that the module accepts here has the hash of the program; one that it refuses is
// refused by the program too.
function compare(map, scen, rules, extra = []) {
  for (const [algorithm, heuristic, landmarks, parts, options] of engines) {
    const what = `${map} ${rules.join(' ')} ${extra.join(' ')} ${algorithm} ${heuristic}`;
    let ours = null, theirs = null;
    try {
      ours = moduleHash(algorithm, heuristic, landmarks, parts);
    } catch (error) {
      ++refused;
    }
    try {
      theirs = nativeHash(map, scen, algorithm, heuristic, landmarks,
        [...options, ...rules, ...extra]);
    } catch (error) {
      if (ours !== null) throw error;
    }
    if (ours !== null) ++compared;
    checkEqual(ours, theirs, what);
  }
}

function load(map, scen, { topology = 'octile', corners = 'never_cut', movement = '' } = {}) {
  engine.give(readFileSync(map, 'utf8'));
  engine.call('load_map');
  engine.give(movement);
  engine.call('rules', topologies.indexOf(topology), cornerRules.indexOf(corners), 0);
  engine.give(readFileSync(scen, 'utf8'));
  engine.count('load_queries');
}

const maps = readdirSync(join(root, 'maps')).filter((name) => name.endsWith('.map'));
check(maps.length >= 7, 'there are bundled maps');
for (const name of maps) {
  const map = join(root, 'maps', name), scen = `${map}.scen`;
  load(map, scen);
  compare(map, scen, []);
}

const terrain = join(root, 'maps/terrain.map');
load(terrain, `${terrain}.weighted.scen`, { movement: 'G:2,S:3,T:5' });
compare(terrain, `${terrain}.weighted.scen`, ['--terrain', 'G:2,S:3,T:5']);

const rooms = join(root, 'maps/rooms.map'), roomsScen = `${rooms}.scen`;
for (const [topology, corners] of [['hex', 'never_cut'], ['tile', 'never_cut'],
  ['tex', 'never_cut'], ['octile', 'cut_one'], ['octile', 'always']]) {
  load(rooms, roomsScen, { topology, corners });
  compare(rooms, roomsScen, ['--topology', topology, '--corners', corners]
    .slice(0, topology === 'octile' ? 4 : 2));
}

// Weights of single cells, and links, on all engines that accept them.
const links = join(folder, 'links'), weights = join(folder, 'weights');
writeFileSync(links, '1,1,60,60,3\n60,2,2,60,2\n');
load(rooms, roomsScen);
engine.give(readFileSync(links, 'utf8'));
engine.call('load_links');
compare(rooms, roomsScen, [], ['--links', links]);

load(rooms, roomsScen);
engine.call('paint_weight', 20, 20, 9, 7);
engine.call('paint_weight', 40, 33, 5, 3);
writeFileSync(weights, engine.textOf('weights_text'));
compare(rooms, roomsScen, [], ['--weights', weights]);

// The queries that a page exports lead back to the same answers.
load(rooms, roomsScen);
writeFileSync(join(folder, 'own.scen'), engine.textOf('query_text', 0, 0, 1, 1));
program.run('solve', rooms, join(folder, 'own.scen'), '--check');
rmSync(folder, { recursive: true });
check(compared > 150, `enough was compared: ${compared}`);
finish(`${compared} hashes are equal, ${refused} engines are refused by both`);
