// What the page shows, in real Chromium, headless, from a file.
// usage: node views_test.mjs PROGRAM SOURCE_DIR [FOLDER FOR SCREENSHOTS]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, checkEqual } from './program.mjs';
import { cellOf, choose, clean, data, drag, drawn, explore, plain, press, run,
  screenshots } from './pages.mjs';

// ---- every algorithm is played, or the page says why it is not

async function testPlaying(browser) {
  const page = await browser.open(`${plain}#map=demo`);
  const names = await page.evaluate(
    "Array.from(document.querySelector('.algorithm').options, (option) => option.value)");
  check(names.length === 17, `algorithms on offer: ${names}`);
  for (const name of names) {
    await choose(page, '.algorithm', name);
    const [events, counts, expanded, more] = await page.evaluate(`(() => {
      const side = throngPage.sides[0];
      return [side.events, Array.from(throngPage.engine.call('counts', 0, side.events)),
        side.result.expanded, side.more.textContent];
    })()`);
    if (/^(hub|front)$/.test(name)) check(more.includes('nothing to play'), `${name}: ${more}`);
    else check(events > 0 && (await page.evaluate('throngPage.sides[0].left') > 0 || counts[0] === expanded),
      `${name}: ${events} events, ${counts}, ${expanded}`);
  }
  // A narrow beam expands less.
  const expanded = () => page.evaluate('throngPage.sides[0].result.expanded');
  await choose(page, '.algorithm', 'beam');
  const wide = await expanded();
  await choose(page, '.beam', 3);
  check(await expanded() < wide, 'the width of a beam counts');
  // Counters follow the steps.
  await choose(page, '.algorithm', 'textbook');
  await choose(page, '#step', 500, 'input');
  const [shown, text] = await page.evaluate(
    "[Array.from(throngPage.engine.call('counts', 0, throngPage.sides[0].shown)), throngPage.sides[0].counters.textContent]");
  check(text.startsWith(`expanded ${shown[0]} of `) && text.includes(`generated ${shown[1]} of `),
    `live counters: ${text}, ${shown}`);
  await clean(page, 'playing');
  await page.close();
}

// ---- units, and buildings in their way

async function testUnits(browser) {
  const page = await browser.open(`${plain}#map=rooms`);
  await page.click('#crowd');
  await page.until("Number(document.body.dataset.arrived ?? 0) > 0");
  await press(page, 0, [31, 35]);
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

// ---- the arrows of a flow field lead to the goal

async function testFlow(browser) {
  const page = await browser.open(`${plain}#map=caves&view=flow&a=astar,plain,0,150`);
  const [goal, steps] = await page.evaluate(`(() => {
    const { state, steps, width } = throngPage, { moves } = throngPage.sides[0];
    let [x, y] = state.start, count = 0;
    for (let step; (step = steps[moves[y * width + x]]) && count < 9999; ++count) {
      x += step[0];
      y += step[1];
    }
    return [[x, y].join(), count];
  })()`);
  checkEqual(goal, await data(page, 'goal'), 'the arrows lead from the start to the goal');
  check(steps + 1 >= (await drawn(page, 0)).length / 2, 'step by step');
  await clean(page, 'flow');
  await page.close();
}

// ---- landmarks are dragged

async function testLandmarks(browser) {
  const page = await browser.open(`${plain}#map=rooms&view=landmarks&a=astar,landmark,3,150`);
  const places = () => page.evaluate('throngPage.sides[0].landmarks.map((cell) => [cell & 0xFFFF, cell >>> 16])');
  const before = await places();
  checkEqual(before.length, 3, 'three landmarks are shown');
  const cost = await data(page, 'costA');
  await drag(page, 0, before[1], [33, 28]);
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
    for (const view of ['bound', 'distances', 'areas', 'landmarks', 'hubs', 'flow', 'none', 'expansions']) {
      await choose(page, '#view', view);
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
  const start = await cellOf(page, 'start');
  const goal = await cellOf(page, 'goal');
  await page.evaluate(`(() => {
    throngPage.frames.length = 0;
    window.displayed = [];
    let last = performance.now();
    requestAnimationFrame(function next(now) {
      displayed.push(now - last);
      last = now;
      requestAnimationFrame(next);
    });
  })()`);
  const [x, y] = await page.place(0, goal);
  const [tx, ty] = await page.place(0, [(start[0] + goal[0]) >> 1, (start[1] + goal[1]) >> 1]);
  await page.mouse('mousePressed', x, y);
  for (let i = 1; i <= 240; ++i)
    await page.mouse('mouseMoved', x + (tx - x) * i / 240, y + (ty - y) * i / 240);
  await page.mouse('mouseReleased', tx, ty);
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(1);
  const [frames, displayed] = await page.evaluate('[throngPage.frames, displayed]');
  check(frames.length >= 30, `the drag was drawn: ${frames.length}`);
  console.log(`drag on 512 x 512: ${displayed.length} frames displayed, median ${median(displayed)} ms; ` +
    `${frames.length} answered and drawn, median ${median(frames)} ms; 16.7 ms are 60 frames a second`);
  await page.close();
}

// ---- measurements, with the hashes of this machine beside those of the page

async function testMeasuring(browser) {
  const page = await browser.open(explore('demo'));
  await page.click('#measure');
  await page.until('document.body.dataset.measured');
  const rows = await page.evaluate(
    "Array.from(document.querySelectorAll('#measured tr')).slice(1).map((row) => [row.cells[0].textContent, row.cells[5].textContent])");
  check(rows.length === 17 && rows.every(([, native]) => native === 'equal ✓'), JSON.stringify(rows));
  await clean(page, 'measuring');
  await page.close();
}

await run([testPlaying, testUnits, testFlow, testLandmarks, testViews, testSpeed, testMeasuring],
  'the page shows all in Chromium');
