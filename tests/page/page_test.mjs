// The page in real Chromium, headless, from a file: queries, links, files, keys and fingers.
// usage: node page_test.mjs PROGRAM SOURCE_DIR
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, checkEqual } from './program.mjs';
import { cellOf, choose, clean, data, drag, drawn, explore, folder, inFolder, plain, press, program,
  root, run } from './pages.mjs';

check(statSync(inFolder('plain.html')).size < 1e6, 'the page has less than 1 MB without maps');

// The cells of the program's path for the query of the page.
function solvedPath(map, start, goal, ...options) {
  writeFileSync(inFolder('q.csv'), `${start.join()},${goal.join()}\n`);
  program.run('solve', map, inFolder('q.csv'), '--paths', inFolder('paths'), ...options);
  return readFileSync(inFolder('paths'), 'utf8').trim().split(/\s+/).slice(1);
}

const shows = (page, text) =>
  page.until(`document.getElementById('message').textContent.includes(${JSON.stringify(text)})`);

// ---- a drag changes the path, and the path is the program's

async function testDrag(browser) {
  const page = await browser.open(explore('demo'));
  checkEqual(await data(page, 'state'), 'ready', 'the page starts');
  const map = join(root, 'maps/demo.map');
  const ends = async () => [await cellOf(page, 'start'), await cellOf(page, 'goal')];
  const compare = async (what) => {
    checkEqual(await drawn(page, 0), solvedPath(map, ...await ends(), '--algorithm', 'astar'),
      `${what}: the path of A`);
    checkEqual(await drawn(page, 1), solvedPath(map, ...await ends(), '--algorithm', 'jps',
      '--heuristic', 'landmark', '--landmarks', '4'), `${what}: the path of B`);
  };
  await compare('at first');
  const before = await drawn(page, 0), [, goal] = await ends();
  await drag(page, 0, goal, [40, 24]);
  await page.until("document.body.dataset.goal === '40,24'");
  check(JSON.stringify(await drawn(page, 0)) !== JSON.stringify(before), 'a drag changes the path');
  await compare('after the drag');
  await clean(page, 'drag');
  await page.close();
}

// ---- the cost model is the program's

async function testModel(browser) {
  const page = await browser.open(`${plain}#map=terrain&movement=G:2,S:3,T:5&a=astar,plain,0,150`);
  writeFileSync(inFolder('terrain.map'), await page.evaluate("throngPage.engine.textOf('map_text')"));
  const costs = [await data(page, 'costA')];
  await choose(page, '#model', 'enter');
  costs.push(await data(page, 'costA'));
  check(costs[0] !== costs[1], `the models cost different sums: ${costs}`);
  checkEqual(await drawn(page, 0), solvedPath(inFolder('terrain.map'), await cellOf(page, 'start'),
    await cellOf(page, 'goal'), '--algorithm', 'astar', '--terrain', 'G:2,S:3,T:5', '--model', 'enter'),
  'the path where a step costs what the cell weighs that it enters');
  await clean(page, 'model');
  await page.close();
}

// ---- straight lines are the program's, bit by bit, and follow edits

// The points and the length of the program's line for the query of the page.
async function solvedLine(page, how, ...options) {
  writeFileSync(inFolder('lined.map'), await page.evaluate("throngPage.engine.textOf('map_text')"));
  writeFileSync(inFolder('q.csv'), `${await data(page, 'start')},${await data(page, 'goal')}\n`);
  const summary = JSON.parse(program.run('solve', inFolder('lined.map'), inFolder('q.csv'),
    '--any-angle', how, '--points', inFolder('points'), '--json', '-', '--algorithm', 'astar', ...options));
  const points = readFileSync(inFolder('points'), 'utf8').trim().split(/\s+/).slice(1);
  return { length: summary.any_angle_length_sum, points };
}

// The middle of the longest leg of the line, and whether it is black on the map.
const middleOf = (page) => page.evaluate(`(() => {
  const { on, line } = throngPage.sides[0], { points } = line.exact;
  const far = (i) => Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  const i = points.map((_, k) => k).slice(1).reduce((a, b) => (far(b) > far(a) ? b : a));
  const middle = [0, 1].map((k) => (points[i][k] + points[i - 1][k]) / 2);
  const [x, y] = on.centre(middle).map(Math.floor);
  const black = on.pen.getImageData(x, y, 1, 1).data.slice(0, 3).every((part) => part < 60);
  return { middle, black };
})()`);

async function compareLines(page, what, ...options) {
  for (const how of ['exact', 'smooth']) {
    const { points, length } = await page.evaluate(`throngPage.sides[0].line.${how}`);
    checkEqual({ length, points: points.map((point) => point.join()) },
      await solvedLine(page, how, ...options), `${what}: ${how}`);
    check((await page.evaluate("document.querySelector('.line').textContent"))
      .includes(length.toFixed(3)), `${what}: the page says how long it is`);
  }
  check((await middleOf(page)).black, `${what}: the line is drawn`);
}

async function testLines(browser) {
  const text = (page) => page.evaluate("document.querySelector('.line').textContent");
  for (const [words, ...options] of [['map=caves'], ['map=islands&unit=2', '--unit-size', '2'],
    ['map=islands&unit=3&corners=cut_one', '--unit-size', '3', '--corners', 'cut_one'],
    ['map=caves&corners=cut_one', '--corners', 'cut_one'],
    ['map=caves&topology=tile', '--topology', 'tile']]) {
    const page = await browser.open(`${plain}#view=none&a=astar,plain,0,150&${words}`);
    checkEqual(await text(page), '', 'a line is shown to those who ask for it');
    await page.answered(() => page.click('#lines'));
    await compareLines(page, words, ...options);
    // A wall in the middle of the line, which does not cut the map in two.
    const { middle } = await middleOf(page), before = await text(page);
    await page.evaluate('throngPage.state.brush = 1');
    await page.click('input[value=wall]');
    await press(page, 0, middle.map(Math.round));
    check(await text(page) !== before, `${words}: the line follows the wall`);
    await compareLines(page, `${words}, a wall`, ...options);
    await page.until("(document.body.dataset.link ?? '').includes('lines=1')");
    await clean(page, words);
    await page.close();
  }
  const page = await browser.open(`${plain}#map=demo&lines=1`);
  await choose(page, '#unit', 2);
  await page.until("(document.body.dataset.link ?? '').includes('unit=2')");
  await choose(page, '#unit', 1);
  await choose(page, '#topology', 'hex');
  checkEqual(await text(page), 'No straight lines here: exact any-angle paths need topology tile, ' +
    'or octile with corners never_cut or cut_one.', 'hexagons have none');
  await choose(page, '#topology', 'octile');
  await page.click('input[value=weight]');
  await press(page, 0, await cellOf(page, 'start'));
  check((await text(page)).startsWith('No straight lines here: exact any-angle paths need plain ground'),
    'weighted ground has none');
  const island = await browser.open(`${plain}#map=islands&lines=1&s=0,0&g=95,63`);
  check((await text(island)).startsWith('No straight line: '), 'a goal that nobody reaches has none');
  for (const one of [page, island]) {
    await clean(one, 'lines');
    await one.close();
  }
}

// ---- a link restores everything

async function testLink(browser) {
  const page = await browser.open(`${plain}#map=caves&a=astar,plain,0,150`);
  // Links, queries, a wall, weights, ends, engines, rules, a view, a step, and units.
  writeFileSync(inFolder('own.links'), '10,10,60,40,3\n');
  writeFileSync(inFolder('own.csv'), '5,5,80,50\n6,6,70,40\n');
  await page.files('#file', inFolder('own.links'), inFolder('own.csv'));
  await page.until('throngPage.state.links && throngPage.state.queries');
  await choose(page, '#query', 1);
  await choose(page, '#corners', 'cut_one');
  await choose(page, '#model', 'enter');
  await choose(page, '.algorithm', 'beam');
  await choose(page, '.beam', 7);
  await page.click('input[value=wall]');
  await press(page, 0, [30, 30]);
  await page.click('input[value=weight]');
  await press(page, 0, [50, 30]);
  await choose(page, '#step', 250, 'input');
  await choose(page, '.side:last-child .algorithm', 'fringe');
  const whole = `JSON.stringify([throngPage.state, throngPage.engine.textOf('map_text'),
    throngPage.engine.textOf('weights_text'), Array.from(throngPage.engine.call('ends', 1)),
    throngPage.engine.textOf('query_text', 0, 0, 0, 0), throngPage.sides.map((side) =>
      [side.path, side.algorithm, side.heuristic, side.events, side.shown]),
    document.getElementById('query').value])`;
  await page.click('#crowd');
  await page.until(`['step=0.25', 'fringe', 'walking'].every((word) =>
    (document.body.dataset.link ?? '').includes(word))`);
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
  const torn = await browser.open(`${plain}#map=own&cells=torn&movement=G:x`);
  await shows(torn, 'this link is damaged');
  check(await torn.evaluate("throngPage.state.map === 'demo' && throngPage.sides[0].path.length > 0"),
    'the page goes on without the link');
  await torn.close();
  // The page goes on with a good map.
  await page.files('#file', join(root, 'maps/maze.map'));
  await page.until("document.getElementById('about').textContent.startsWith('63 × 63')");
  check(await page.evaluate("document.getElementById('message').hidden"), 'the message goes away');
  await clean(page, 'files');
  await page.close();
}

// What the page saves, the page and the program read.
async function testSaving(browser) {
  const page = await browser.open(`${plain}#map=rooms&a=astar,plain,0,150&b=hub,auto,0,150`);
  const saved = async (selector, name) => {
    await page.save(selector, folder);
    return readFileSync(inFolder(name));
  };
  await page.click('input[value=wall]');
  await press(page, 0, [20, 20]);
  const map = (await saved('#map', 'page.map')).toString();
  checkEqual(map, await page.evaluate("throngPage.engine.textOf('map_text')"), 'the map is saved');
  await saved('#scen', 'page.map.scen');
  program.run('solve', inFolder('page.map'), inFolder('page.map.scen'), '--check');
  const ends = [await data(page, 'start'), await data(page, 'goal')], cost = await data(page, 'costA');
  const again = await browser.open(plain);
  await again.files('#file', inFolder('page.map.scen'), inFolder('page.map'));
  await again.until("!document.getElementById('queries').hidden");
  checkEqual(await again.evaluate("throngPage.engine.textOf('map_text')"), map, 'the map comes back');
  await again.until(`document.body.dataset.goal === '${ends[1]}'`);
  checkEqual([await data(again, 'start'), await data(again, 'costA')], [ends[0], cost], 'the page shows the query of the file');
  // Both maps stand side by side in the picture: IHDR holds its size.
  const png = await saved('#png', 'throng.png');
  checkEqual(png.subarray(1, 4).toString(), 'PNG', 'a PNG is saved');
  const [a, b] = await page.evaluate('throngPage.sides.map((side) => side.on.canvas.width)');
  check(png.readUInt32BE(16) > a + b, `the PNG holds both maps: ${png.readUInt32BE(16)}, ${a} + ${b}`);
  await clean(page, 'saving');
  await page.close();
  await again.close();
}

// ---- fingers

async function testTouch(browser) {
  const page = await browser.open(`${plain}#map=rooms`, { phone: true, width: 390, height: 844 });
  const into = (side) => page.evaluate(
    `throngPage.sides[${side}].on.canvas.scrollIntoView({ block: 'center' })`);
  const swipe = async (side, from, to) => {
    await into(side);
    const [x, y] = await page.place(side, from), [tx, ty] = await page.place(side, to);
    const scroll = await page.evaluate('scrollY');
    await page.touch('touchStart', [x, y]);
    for (let i = 1; i <= 4; ++i)
      await page.touch('touchMove', [x + (tx - x) * i / 4, y + (ty - y) * i / 4]);
    await page.touch('touchEnd');
    checkEqual(await page.evaluate('scrollY'), scroll, 'a finger on a map does not scroll the page');
  };
  await swipe(0, await cellOf(page, 'goal'), [33, 28]);
  await page.until("document.body.dataset.goal === '33,28'");
  await swipe(1, await cellOf(page, 'start'), [12, 12]);
  await page.until("document.body.dataset.start === '12,12'");
  checkEqual((await drawn(page, 0))[0], '12,12', 'the path follows the finger');
  // Two fingers are a pinch: nothing moves.
  const [x, y] = await page.place(1, [40, 40]);
  await page.touch('touchStart', [x, y]);
  await page.touch('touchStart', [x, y], [x + 40, y]);
  await page.touch('touchMove', [x - 20, y], [x + 60, y]);
  await page.touch('touchEnd');
  checkEqual([await cellOf(page, 'start'), await cellOf(page, 'goal')], [[12, 12], [33, 28]], 'a pinch moves nothing');
  await page.send('Emulation.resetPageScaleFactor');
  // A tap moves the goal, a swipe paints walls.
  await into(0);
  const tap = await page.place(0, [42, 28]);
  await page.touch('touchStart', tap);
  await page.touch('touchEnd');
  await page.until("document.body.dataset.goal === '42,28'");
  await page.click('input[value=wall]');
  await swipe(0, [20, 46], [26, 46]);
  await page.until('throngPage.state.edited');
  const closed = await page.evaluate(`(() => {
    const ground = throngPage.engine.call('ground');
    return [20, 22, 24, 26].filter((x) => ground[46 * throngPage.width + x] === 0).length;
  })()`);
  checkEqual(closed, 4, 'a finger paints walls');
  await clean(page, 'touch');
  await page.close();
}

// ---- the keyboard alone

async function testKeys(browser) {
  const page = await browser.open(plain);
  const focused = () => page.evaluate("document.activeElement.tagName + ' ' + document.activeElement.id");
  for (let i = 0; i < 40 && !(await focused()).startsWith('CANVAS'); ++i) await page.key('Tab');
  check((await focused()).startsWith('CANVAS'), 'Tab leads to a map');
  const goal = await cellOf(page, 'goal');
  const before = await data(page, 'costA');
  await page.answered(() => page.key('g'));
  await page.answered(() => page.key('ArrowLeft', { shift: true }));
  checkEqual(await data(page, 'goal'), `${goal[0] - 10},${goal[1]}`, 'an arrow key moves the goal');
  await page.answered(() => page.key('s'));
  await page.answered(() => page.key('ArrowUp'));
  check(await data(page, 'costA') !== before, 'the answer follows the keys');
  const whole = Number(await data(page, 'shownA'));
  await page.key(' ');
  await page.until(`throngPage.playing && Number(document.body.dataset.shownA) > 9 &&
    Number(document.body.dataset.shownA) < ${whole}`);
  await page.key(' ');
  await page.until('!throngPage.playing');
  // The last step may not be drawn yet; what was asked for earlier is drawn earlier.
  await page.evaluate('new Promise((drawn) => { requestAnimationFrame(() => drawn()); })');
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

await run([testDrag, testModel, testLines, testLink, testFiles, testSaving, testTouch, testKeys],
  'the page works in Chromium');
