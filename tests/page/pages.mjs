// The page in headless Chromium, and what its tests share.
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { Browser } from './browser.mjs';
import { check, checkEqual, finish, makeProgram } from './program.mjs';

// usage: node TEST.mjs PROGRAM SOURCE_DIR [FOLDER FOR SCREENSHOTS]
const [, , programPath, rootPath, folderOfScreenshots] = process.argv;
export const root = resolve(rootPath);
export const screenshots = folderOfScreenshots;
export const program = makeProgram(programPath);
export const folder = mkdtempSync(join(tmpdir(), 'throng-page-'));
export const inFolder = (name) => join(folder, name);

// The page with a bundled map and its queries inside.
export function explore(name) {
  const file = inFolder(`${name}.html`), map = join(root, 'maps', `${name}.map`);
  program.run('explore', '-o', file, map, `${map}.scen`);
  return `file://${file}`;
}

program.run('explore', '-o', inFolder('plain.html'));
export const plain = `file://${inFolder('plain.html')}`;

export const drawn = (page, side) => page.evaluate(
  `throngPage.sides[${side}].path.map((cell) => (cell & 0xFFFF) + ',' + (cell >>> 16))`);
export const data = (page, key) => page.evaluate(`document.body.dataset.${key}`);
export const cellOf = async (page, key) => (await data(page, key)).split(',').map(Number);

// Uses a control: gives it a value, as a user does.
export const choose = (page, selector, value, event = 'change') =>
  page.answered(() => page.evaluate(`(() => {
    const control = document.querySelector('${selector}');
    control.value = '${value}';
    control.dispatchEvent(new Event('${event}'));
  })()`));

export async function clean(page, what) {
  checkEqual(page.errors, [], `${what}: errors on the console`);
  const foreign = page.requests.filter((url) => !/^(file|data|blob):/.test(url));
  checkEqual(foreign, [], `${what}: requests`);
}

export async function drag(page, side, from, to) {
  const [x, y] = await page.place(side, from), [tx, ty] = await page.place(side, to);
  await page.mouse('mousePressed', x, y);
  await page.answered(() => page.mouse('mouseMoved', tx, ty));
  await page.mouse('mouseReleased', tx, ty);
}

export async function press(page, side, cell) {
  const [x, y] = await page.place(side, cell);
  await page.answered(() => page.mouse('mousePressed', x, y));
  await page.mouse('mouseReleased', x, y);
}

// Runs tests, each a function of the browser.
export async function run(tests, done) {
  const browser = await Browser.start();
  try {
    for (const test of tests) {
      const begin = performance.now();
      await test(browser).catch((error) => check(false, `${test.name}: ${error.stack}`));
      console.log(`${test.name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  finish(done);
}
