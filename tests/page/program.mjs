// The native program, for comparisons.
import { execFileSync, spawnSync } from 'node:child_process';

export const makeProgram = (path) => ({
  run: (...words) => execFileSync(path, words,
    { encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' }),
  // What the program says on standard error.
  complaint: (...words) => spawnSync(path, words, { encoding: 'utf8' }).stderr.trim(),
});

let failures = 0;

export function check(holds, what) {
  if (holds) return;
  ++failures;
  console.error(`FAILED: ${what}`);
}

export const checkEqual = (actual, expected, what) =>
  check(JSON.stringify(actual) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);

export function finish(done) {
  console.log(failures ? `${failures} checks failed` : done);
  process.exit(failures ? 1 : 0);
}
