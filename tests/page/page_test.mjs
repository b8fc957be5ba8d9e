// The page in real Chromium, headless, from a file.
// usage: node page_test.mjs PROGRAM SOURCE_DIR [FOLDER FOR SCREENSHOTS]
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { Browser } from './browser.mjs';
import { check, checkEqual, finish, makeProgram } from './program.mjs';

const [, , programPath, rootPath, screenshots] = process.argv;
const root = resolve(rootPath);
const program = makeProgram(programPath);
const folder = mkdtempSync(join(tmpdir(), 'throng-page-'));
const inFolder = (name) => join(folder, name);

// The page with a bundled map and its queries inside.
function explore(name) {
  const file = inFolder(`${name}.html`), map = join(root, 'maps', `${name}.map`);
  program.run('explore', '-o', file, map, `${map}.scen`);
  return `file://${file}`;
}

program.run('explore', '-o', inFolder('plain.html'));
const plain = `file://${inFolder('plain.html')}`;
check(statSync(inFolder('plain.html')).size < 1e6, 'the page has less than 1 MB without maps');

// The cells of the program's path for the query of the page.
function solvedPath(map, start, goal, ...options) {
  writeFileSync(inFolder('q.csv'), `${start.join()},${goal.join()}\n`);
  program.run('solve', map, inFolder('q.csv'), '--paths', inFolder('paths'), ...options);
  return readFileSync(inFolder('paths'), 'utf8').trim().split(/\s+/).slice(1);
}

const drawn = (page, side) => page.evaluate(
  `throngPage.sides[${side}].path.map((cell) => (cell & 0xFFFF) + ',' + (cell >>> 16))`);
const data = (page, key) => page.evaluate(`document.body.dataset.${key}`);
const shows = (page, text) =>
  page.until(`document.getElementById('message').textContent.includes(${JSON.stringify(text)})`);

async function clean(page, what) {
  checkEqual(page.errors, [], `${what}: errors on the console`);
  const foreign = page.requests.filter((url) => !/^(file|data|blob):/.test(url));
  checkEqual(foreign, [], `${what}: requests`);
}

async function drag(page, side, from, to, steps) {
  const [x, y] = await page.place(side, from), [tx, ty] = await page.place(side, to);
  await page.mouse('mousePressed', x, y);
  for (let i = 1; i <= steps; ++i)
    await page.answered(() => page.mouse('mouseMoved', x + (tx - x) * i / steps, y + (ty - y) * i / steps))
  await page.mouse('mouseReleased', tx, ty);
}

// ---- a drag changes the path, and the path is the program's

async function testDrag(browser) {
  const page = await browser.open(explore('demo'));
  checkEqual(await data(page, 'state'), 'ready', 'the page starts');
  const map = join(root, 'maps/demo.map');
  const ends = async () => [(await data(page, 'start')).split(',').map(Number),
    (await data(page, 'goal')).split(',').map(Number)];
  const compare = async (what) => {
    checkEqual(await drawn(page, 0), solvedPath(map, ...await ends(), '--algorithm', 'astar'),
      `${what}: the path of A`);
    checkEqual(await drawn(page, 1), solvedPath(map, ...await ends(), '--algorithm', 'jps',
      '--heuristic', 'landmark', '--landmarks', '4'), `${what}: the path of B`);
  };
  await compare('at first');
  const before = await drawn(page, 0), [, goal] = await ends();
  await drag(page, 0, goal, [40, 24], 1);
  await page.until("document.body.dataset.goal === '40,24'");
  check(JSON.stringify(await drawn(page, 0)) !== JSON.stringify(before), 'a drag changes the path');
  await compare('after the drag');
  await clean(page, 'drag');
  await page.close();
}

// ---- a link restores everything

async function testLink(browser) {
  const page = await browser.open(`${plain}#map=caves&a=astar,plain,0,150`);
  // A wall, weights, ends, engines, rules, a view and a step.
  await page.evaluate(`(() => {
    const choose = (selector, value) => {
      const input = document.querySelector(selector);
      input.value = value;
      input.dispatchEvent(new Event('change'));
    };
    choose('#corners', 'cut_one');
    document.querySelector('input[value=wall]').click();
  })()`);
  const [x, y] = await page.place(0, [30, 30]);
  await page.answered(() => page.mouse('mousePressed', x, y));
  await page.mouse('mouseReleased', x, y);
  await page.evaluate("document.querySelector('input[value=weight]').click()");
  const [wx, wy] = await page.place(0, [50, 30]);
  await page.answered(() => page.mouse('mousePressed', wx, wy));
  await page.mouse('mouseReleased', wx, wy);
  await page.answered(() => page.evaluate(`(() => {
    throngPage.state.step = 0.25;
    const algorithm = document.querySelectorAll('.algorithm')[1];
    algorithm.value = 'fringe';
    algorithm.dispatchEvent(new Event('change'));
  })()`));
  const whole = `JSON.stringify([throngPage.state, throngPage.engine.textOf('map_text'),
    throngPage.engine.textOf('weights_text'), throngPage.sides.map((side) =>
      [side.path, side.algorithm, side.heuristic, side.events, side.shown])])`;
  await page.until("(document.body.dataset.link ?? '').includes('step=0.25') && document.body.dataset.link.includes('fringe')");
  const link = await data(page, 'link'), expected = JSON.parse(await page.evaluate(whole));
  check(expected[0].weighed && expected[0].edited, 'the map was painted');
  const again = await browser.open(`${plain}#${link}`);
  const actual = JSON.parse(await again.evaluate(whole));
  for (const state of [expected[0], actual[0]]) delete state.ends;
  checkEqual(actual.slice(1), expected.slice(1), 'the link restores maps, engines and answers');
  for (const key of Object.keys(expected[0]))
    checkEqual(actual[0][key], expected[0][key], `the link restores ${key}`);
  await clean(again, 'link');
  await page.close();
  await again.close();
}

// ---- files

async function testFiles(browser) {
  const page = await browser.open(plain);
  const damaged = inFolder('damaged.map');
  writeFileSync(damaged, 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n');
  const complaint = program.complaint('info', damaged);
  const message = complaint.slice(complaint.indexOf('line'));
  check(message.startsWith('line 6'), `the program complains: ${complaint}`);
  await page.files('#file', damaged);
  await shows(page, message);
  // The page goes on with a good map.
  await page.files('#file', join(root, 'maps/maze.map'));
  await page.until("document.getElementById('about').textContent.startsWith('63 × 63')");
  check(await page.evaluate("document.getElementById('message').hidden"), 'the message goes away');
  await clean(page, 'files');
  await page.close();
}

// ---- the keyboard alone

async function testKeys(browser) {
  const page = await browser.open(plain);
  const focused = () => page.evaluate("document.activeElement.tagName + ' ' + document.activeElement.id");
  for (let i = 0; i < 40 && !(await focused()).startsWith('CANVAS'); ++i) await page.key('Tab');
  check((await focused()).startsWith('CANVAS'), 'Tab leads to a map');
  const goal = (await data(page, 'goal')).split(',').map(Number);
  const before = await data(page, 'costA');
  await page.answered(() => page.key('g'));
  await page.answered(() => page.key('ArrowLeft', { shift: true }));
  checkEqual(await data(page, 'goal'), `${goal[0] - 10},${goal[1]}`, 'an arrow key moves the goal');
  await page.answered(() => page.key('s'));
  await page.answered(() => page.key('ArrowUp'));
  check(await data(page, 'costA') !== before, 'the answer follows the keys');
  const whole = Number(await data(page, 'shownA'));
  await page.key(' ');
  await page.until(`throngPage.playing && Number(document.body.dataset.shownA) > 9`);
  await page.key(' ');
  await page.until('!throngPage.playing');
  const shown = Number(await data(page, 'shownA'));
  check(shown < whole, 'the space bar plays the search from its beginning, and pauses it');
  await page.answered(() => page.key(','));
  checkEqual(Number(await data(page, 'shownA')), shown - 1, 'a comma goes back one event');
  // A preset, by its first letters, from the list that Tab reaches first.
  await page.evaluate("document.activeElement.blur()");
  for (let i = 0; i < 40 && await focused() !== 'SELECT preset'; ++i) await page.key('Tab');
  await page.answered(() => page.key('r'));
  await page.until("throngPage.state.map === 'rooms'");
  // A wall, painted with the brush.
  await page.evaluate("document.querySelector('input[value=wall]').focus()");
  await page.key(' ');
  for (let i = 0; i < 40 && !(await focused()).startsWith('CANVAS'); ++i) await page.key('Tab');
  await page.answered(() => page.key('c'));
  await page.answered(() => page.key('Enter'));
  check(await page.evaluate('throngPage.state.edited'), 'Enter paints');
  await clean(page, 'keys');
  await page.close();
}

// ---- units, and buildings in their way

async function testUnits(browser) {
  const page = await browser.open(`${plain}#map=rooms`);
  await page.click('#crowd');
  await page.until("Number(document.body.dataset.arrived ?? 0) > 0");
  const [x, y] = await page.place(0, [31, 35]);
  await page.mouse('mousePressed', x, y);
  await page.mouse('mouseReleased', x, y);
  await page.until('throngPage.state.edited');
  const arrived = Number(await data(page, 'arrived'));
  await page.until(`Number(document.body.dataset.arrived) > ${arrived}`);
  checkEqual(await page.evaluate(`(() => {
    const ground = Array.from(throngPage.engine.call('ground'));
    return throngPage.units.slice(0, -1).filter((unit) =>
      ground[(unit >>> 16) * throngPage.width + (unit & 0xFFFF)] === 0).length;
  })()`), 0, 'no unit stands in a wall');
  await clean(page, 'units');
  await page.close();
}

// ---- landmarks are dragged

async function testLandmarks(browser) {
  const page = await browser.open(`${plain}#map=rooms&view=landmarks&a=astar,landmark,3,150`);
  const places = () => page.evaluate('throngPage.sides[0].landmarks.map((cell) => [cell & 0xFFFF, cell >>> 16])');
  const before = await places();
  checkEqual(before.length, 3, 'three landmarks are shown');
  const cost = await data(page, 'costA');
  await drag(page, 0, before[1], [33, 28], 1);
  checkEqual((await places())[1], [33, 28], 'a landmark follows the pointer');
  checkEqual(await data(page, 'costA'), cost, 'landmarks change no cost');
  await clean(page, 'landmarks');
  await page.close();
}

// ---- every view, in the light, in the dark and on a phone

async function testViews(browser) {
  for (const [name, look] of Object.entries({ light: {}, dark: { dark: true },
    phone: { phone: true, width: 390, height: 844 } })) {
    const page = await browser.open(`${plain}#map=caves&a=astar,best,4,150&b=hub,auto,0,150`, look);
    for (const view of ['bound', 'distances', 'areas', 'landmarks', 'hubs', 'none', 'expansions']) {
      await page.answered(() => page.evaluate(`(() => {
        const choice = document.getElementById('view');
        choice.value = '${view}';
        choice.dispatchEvent(new Event('change'));
      })()`));
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      check(wide <= 0, `${view}, ${name}: no part is wider than the window`);
      check(await page.evaluate("document.getElementById('message').hidden"), `${view}, ${name}: no message`);
      if (screenshots) writeFileSync(join(screenshots, `${view}-${name}.png`), await page.picture());
    }
    await clean(page, name);
    await page.close();
  }
}

// ---- dragging on 512 x 512 cells; the figure is printed, since it depends on the machine

async function testSpeed(browser) {
  const page = await browser.open(`${plain}#map=caves+512`);
  const start = (await data(page, 'start')).split(',').map(Number);
  const goal = (await data(page, 'goal')).split(',').map(Number);
  await page.evaluate('throngPage.frames.length = 0');
  await drag(page, 0, goal, [(start[0] + goal[0]) >> 1, (start[1] + goal[1]) >> 1], 60);
  const frames = await page.evaluate('throngPage.frames');
  check(frames.length >= 50, 'the drag was drawn');
  frames.sort((a, b) => a - b);
  console.log(`drag on 512 x 512: ${frames.length} frames, median ` +
    `${frames[frames.length >> 1].toFixed(1)} ms, 16.7 ms are 60 frames a second`);
  await page.close();
}

// ---- Chromium has the hashes of this machine, on all bundled maps

async function testHashes(browser) {
  for (const file of readdirSync(join(root, 'maps')).filter((name) => name.endsWith('.map'))) {
    const page = await browser.open(explore(file.replace('.map', '')));
    await page.click('#measure');
    await page.until('document.body.dataset.measured');
    const rows = await page.evaluate(
      "Array.from(document.querySelectorAll('#measured tr')).slice(1).map((row) => [row.cells[0].textContent, row.cells[4].textContent, row.cells[5].textContent])");
    const compared = rows.filter(([, , native]) => native === 'equal ✓').length;
    check(compared >= 8 && rows.every(([, , native]) => !native.includes('✗')),
      `${file}: ${JSON.stringify(rows)}`);
    await clean(page, file);
    await page.close();
  }
}

const browser = await Browser.start();
try {
  for (const test of [testDrag, testLink, testFiles, testKeys, testUnits, testLandmarks,
    testViews, testSpeed, testHashes]) {
    const begin = performance.now();
    await test(browser).catch((error) => check(false, `${test.name}: ${error.stack}`));
    console.log(`${test.name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
finish('the page works in Chromium');
