// The module: throng, compiled to WebAssembly. Every call returns a list of numbers; a call that
// fails throws an Error with throng's message.

const algorithms = ['auto', 'astar', 'jps', 'hub', 'textbook', 'idastar', 'fringe',
  'bidirectional', 'wastar', 'pxwd', 'pxwu', 'xdp', 'xup', 'greedy', 'beam', 'front',
  'hierarchy'];
const heuristics = ['auto', 'plain', 'landmark', 'deadend', 'gateway', 'best', 'zero',
  'manhattan', 'octile', 'euclid', 'hex'];
const statuses = ['found', 'unreachable', 'start is closed', 'goal is closed',
  'outside of the map', 'out of budget', 'over the limit', 'cancelled'];
const kinds = ['empty', 'random', 'maze', 'rooms', 'caves', 'islands', 'terrain'];
const topologies = ['octile', 'tile', 'hex', 'tex'];
const cornerRules = ['never_cut', 'cut_one', 'always'];
const costModels = ['mean', 'enter'];
const placements = ['random', 'farthest', 'avoid', 'coverage'];
const unreachable = 0xFFFFFFFF;

// Five letters stand for four bytes, the last letters for one byte fewer than they are: see
// build_page.py.
function bytesOf(letters) {
  const digit = (at) => {
    const code = at < letters.length ? letters.charCodeAt(at) : 124;
    return (code === 125 ? 60 : code) - 40;
  };
  const words = Math.ceil(letters.length / 5);
  const view = new DataView(new ArrayBuffer(4 * words));
  for (let word = 0; word < words; ++word) {
    let value = 0;
    for (let k = 0; k < 5; ++k) value = value * 85 + digit(5 * word + k);
    view.setUint32(4 * word, value);
  }
  return new Uint8Array(view.buffer, 0, letters.length - words);
}

async function unpack(letters) {
  const bytes = bytesOf(letters);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// What the module asks of its system: the time, random bytes, and a place for messages.
function system(memory) {
  const view = () => new DataView(memory().buffer);
  return new Proxy({
    clock_time_get(id, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    random_get(at, size) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, size));
      return 0;
    },
    fd_write(file, parts, count, written) {
      let text = '', size = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(parts + 8 * i, true);
        const length = view().getUint32(parts + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
        size += length;
      }
      console.error(text);
      view().setUint32(written, size, true);
      return 0;
    },
    proc_exit(code) { throw new Error(`the engine ended with code ${code}`); },
  }, { get: (known, name) => known[name] ?? (() => 52) });  // 52: not supported
}

class Engine {
  static async start(bytes) {
    const engine = new Engine();
    const imports = { wasi_snapshot_preview1: system(() => engine.calls.memory) };
    const made = await WebAssembly.instantiate(bytes, imports);
    engine.calls = made.instance.exports;
    engine.calls._initialize();
    return engine;
  }

  text() {
    const size = this.calls.page_text_size(), at = this.calls.page_text();
    return new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, at, size));
  }

  // A view of the result: valid until the next call.
  call(name, ...numbers) {
    const count = this.calls[`page_${name}`](...numbers);
    if (count < 0) throw new Error(this.text());
    return new Uint32Array(this.calls.memory.buffer, this.calls.page_list(), count);
  }

  count(name, ...numbers) {
    const count = this.calls[`page_${name}`](...numbers);
    if (count < 0) throw new Error(this.text());
    return count;
  }

  give(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.calls.page_input(bytes.length);
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
  }

  textOf(name, ...numbers) {
    this.count(name, ...numbers);
    return this.text();
  }
}

const cellX = (cell) => cell & 0xFFFF;
const cellY = (cell) => cell >>> 16;
const hash64 = (list, at) =>
  list[at + 1].toString(16).padStart(8, '0') + list[at].toString(16).padStart(8, '0');
