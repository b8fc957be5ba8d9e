// Drives Debian's Chromium over the pipe of its DevTools protocol. Needs nothing but node.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), 'throng-chromium-'));
    browser.process = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu',
      '--disable-background-networking', '--disable-component-update', '--no-first-run',
      '--disable-dev-shm-usage', '--force-device-scale-factor=1', '--remote-debugging-pipe',
      `--user-data-dir=${browser.profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    Object.assign(browser, { next: 1, waiting: new Map(), pages: new Map() });
    let rest = '';
    browser.process.stdio[4].setEncoding('utf8').on('data', (data) => {
      const messages = (rest + data).split('\0');
      rest = messages.pop();
      for (const message of messages) browser.receive(JSON.parse(message));
    });
    browser.process.on('exit', (code) => {
      for (const { reject } of browser.waiting.values()) reject(new Error(`chromium ended: ${code}`));
    });
    return browser;
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    } else if (message.sessionId) {
      this.pages.get(message.sessionId)?.notice(message);
    } else if (message.method === 'Browser.downloadProgress'
        && message.params.state !== 'inProgress') {
      this.downloadEnded(message.params.state);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async open(url, { width = 1280, height = 900, dark = false, phone = false } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', newWindow: true });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.pages.set(sessionId, page);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'DOM'])
      await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride',
      { width, height, deviceScaleFactor: phone ? 2 : 1, mobile: phone });
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: phone, maxTouchPoints: 2 });
    await page.send('Emulation.setEmulatedMedia',
      { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    await page.send('Page.bringToFront');
    await page.send('Page.navigate', { url });
    await page.until("document.body?.dataset.state !== 'starting' && document.body?.dataset.state");
    return page;
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise((go) => (this.process.exitCode === null ? this.process.once('exit', go) : go()));
    rmSync(this.profile, { recursive: true, force: true });
  }
}

class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, errors: [], requests: [] });
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  notice({ method, params }) {
    if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      this.errors.push(params.args.map((one) => one.value ?? one.description).join(' '));
    if (method === 'Log.entryAdded' && params.entry.level === 'error')
      this.errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until an expression holds, looked at again and again.
  async until(condition) {
    const result = await this.evaluate(`new Promise((resolve) => {
      const end = performance.now() + 60000;
      const look = () => {
        if (${condition}) resolve(true);
        else if (performance.now() > end) resolve(false);
        else setTimeout(look, 5);  // a page in the background has no frames
      };
      look();
    })`).catch((error) => {
      if (/context|navigat/i.test(error.message)) return this.until(condition);
      throw error;
    });
    if (!result) throw new Error(`this never came: ${condition}`);
  }

  // Waits for the answer to what happened since `answers`.
  async answered(action) {
    const before = await this.evaluate('document.body.dataset.answers');
    await action();
    await this.until(`document.body.dataset.answers !== '${before}'`);
  }

  mouse(type, x, y) {
    return this.send('Input.dispatchMouseEvent',
      { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
  }

  // type: touchStart, touchMove or touchEnd; a point for each finger that is down then.
  touch(type, ...points) {
    return this.send('Input.dispatchTouchEvent',
      { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  }

  // Clicks on what makes the page save a file into a folder. Ends when the file is whole: it
  // appears in the folder earlier, still empty.
  async save(selector, folder) {
    await this.browser.send('Browser.setDownloadBehavior',
      { behavior: 'allow', downloadPath: folder, eventsEnabled: true });
    const state = await new Promise((resolve, reject) => {
      this.browser.downloadEnded = resolve;
      this.click(selector).catch(reject);
      setTimeout(resolve, 60000, 'late').unref();
    });
    if (state !== 'completed') throw new Error(`${selector} saves a file: ${state}`);
  }

  async click(selector) {
    await this.evaluate(`document.querySelector('${selector}').click()`);
  }

  async key(key, { shift = false } = {}) {
    const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
    const codes = { Tab: 9, Enter: 13, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, ',': 188 };
    const event = { key, text, modifiers: shift ? 8 : 0,
      windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
      code: { ' ': 'Space', ',': 'Comma' }[key] ?? (key.length === 1 ? `Key${key.toUpperCase()}` : key) };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event, text: undefined });
  }

  // Where a cell of a side lies in the window.
  place(side, cell) {
    return this.evaluate(`(() => {
      const { on } = throngPage.sides[${side}], box = on.canvas.getBoundingClientRect();
      const [x, y] = on.centre((${cell[0]} | ${cell[1]} << 16) >>> 0);
      const scale = box.width / on.canvas.width;
      return [box.left + x * scale, box.top + y * scale];
    })()`);
  }

  async files(selector, ...files) {
    const { root } = await this.send('DOM.getDocument');
    const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    await this.send('DOM.setFileInputFiles', { nodeId, files });
  }

  async picture() {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  close() { return this.browser.send('Target.closeTarget', { targetId: this.target }); }
}
