import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { Journal } from './journal.js';

const folder = temporaryFolder();

const row = (line: number, origin = 'o') => ({ line, value: { origin } });
const result = (line: number) => ({ line, outcome: 'registered' });

it('a batch of which a part was written is done again as a whole', async () => {
  const path = join(folder, 'results');
  const first = await Journal.open(path);
  await first.write([row(1), row(2)], [result(1), result(2)]);
  await first.close();
  const whole = await readFile(path, 'utf8');
  // As a process leaves it that is killed while it writes.
  await appendFile(path, '{"line":3,"outcome":"registered","of":"0"}\n{"line":4,"ou');
  const second = await Journal.open(path);
  expect(await readFile(path, 'utf8')).toBe(whole);
  expect(second.undone([row(1), row(2)])).toEqual([]);
  expect(second.undone([row(2), row(3)])).toEqual([row(3)]);
  expect([...second.outcomes]).toEqual([
    [1, 'registered'],
    [2, 'registered'],
  ]);
  await second.close();
});

it('results of other lines are refused', async () => {
  const path = join(folder, 'others');
  const journal = await Journal.open(path);
  await journal.write([row(1)], [result(1)]);
  await journal.close();
  const again = await Journal.open(path);
  expect(() => again.undone([row(1, 'another')])).toThrow(/line 1 has changed/);
  await again.close();
});

it('a line that was refused is done again, as it is now', async () => {
  const path = join(folder, 'corrected');
  const journal = await Journal.open(path);
  await journal.write([row(1), row(2)], [result(1), { line: 2, outcome: 'refused' }]);
  await journal.close();
  const again = await Journal.open(path);
  expect(again.undone([row(1), row(2)])).toEqual([row(2)]);
  expect(again.undone([row(1), row(2, 'corrected')])).toEqual([row(2, 'corrected')]);
  expect([again.timesOf([row(2)]), again.timesOf([row(3)])]).toEqual([1, 0]);
  await again.write([row(2, 'corrected')], [result(2)]);
  await again.close(path);
  const texts = (await readFile(path, 'utf8')).trim().split('\n');
  expect(texts.map((text) => JSON.parse(text) as object)).toMatchObject([
    result(1),
    { ...result(2), attempt: 2, whole: true },
  ]);
  const last = await Journal.open(path);
  expect(last.timesOf([row(2)])).toBe(2);
  expect(last.undone([row(1), row(2, 'corrected')])).toEqual([]);
  expect(last.outcomes.get(2)).toBe('registered');
  await last.close();
});

it('a file without lines has no results', async () => {
  const path = join(folder, 'none');
  const journal = await Journal.open(`${path}.part`);
  await journal.close(path);
  expect(await readFile(path, 'utf8')).toBe('');
});

it('a file of something else is not touched', async () => {
  const path = join(folder, 'notes');
  await writeFile(path, 'my notes\n');
  await expect(Journal.open(path)).rejects.toThrow(/does not hold results/);
  expect(await readFile(path, 'utf8')).toBe('my notes\n');
});

it('a device is not a file of results', async () => {
  await expect(Journal.open('/dev/null')).rejects.toThrow('/dev/null is not a file');
});

it('a second command on the same file is refused, until the first has ended', async () => {
  const path = join(folder, 'shared');
  const first = await Journal.open(path);
  await expect(Journal.open(path)).rejects.toThrow(/^Another rvs works on .*shared\. Wait for its end/);
  await first.write([row(1)], [result(1)]);
  await first.close();
  const second = await Journal.open(path);
  expect(second.undone([row(1)])).toEqual([]);
  await second.close(join(folder, 'renamed'));
  expect(await readFile(join(folder, 'renamed'), 'utf8')).toContain('"line":1');
});

it('a command that was killed holds its lock no longer', async () => {
  const path = join(folder, 'killed');
  const program = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN EXCLUSIVE'); console.log(1); setInterval(() => 0, 9e5);`;
  const child = spawn(process.execPath, ['-e', program, `${path}.lock`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  try {
    await once(child.stdout, 'data');
    await expect(Journal.open(path)).rejects.toThrow(/^Another rvs works on/);
  } finally {
    child.kill('SIGKILL');
  }
  await ended;
  await (await Journal.open(path)).close();
});
