import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, describe, expect, it } from '@jest/globals';

import { StartError } from '../start-error.js';
import { SupervisedProcess } from './supervised-process.js';

let supervised: SupervisedProcess | undefined;
let sentences: string[];
let changed: () => void;
afterEach(() => supervised?.stop(5_000));

/** A process that runs a script, and is ready when it prints something. */
function supervise(script: string, startTimeout?: number): SupervisedProcess {
  sentences = [];
  changed = () => undefined;
  supervised = new SupervisedProcess({
    name: 'It',
    ...(startTimeout !== undefined && { startTimeout }),
    spawn: () => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
    untilReady: async ({ stdout }) => {
      const [printed] = (await once(stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
      if (printed.toString().startsWith('no')) throw new StartError('It may not.');
      return ', again';
    },
    askToStop: (child) => child.kill('SIGTERM'),
    onChange: (sentence) => {
      sentences.push(sentence);
      changed();
    },
  });
  return supervised;
}

const untilSaid = (count: number) =>
  new Promise<void>((resolve) => {
    changed = () => {
      if (sentences.length >= count) resolve();
    };
    changed();
  });

describe('a supervised process', () => {
  it('is ready when it says so, and is started again when it ends', async () => {
    const it = supervise('console.log("yes"); setInterval(() => undefined, 1000)');
    await it.start();
    const first = it.running;
    expect(it.running).toBeDefined();
    first?.kill('SIGKILL');
    await untilSaid(2);
    expect(sentences).toEqual([
      'It ended with SIGKILL; it is started again.',
      `It runs again as process ${it.running?.pid}, again.`,
    ]);
    expect(it.running?.pid).not.toBe(first?.pid);
    expect(it.running).toBeDefined();
  });

  it('is down until it is ready again', async () => {
    const it = supervise('console.log("yes"); setTimeout(() => process.exit(3), 50)');
    await it.start();
    await untilSaid(1);
    expect(sentences).toEqual(['It ended with code 3; it is started again.']);
    expect(it.running).toBeUndefined();
  });

  it.each([
    ['process.exit(7)', 'It did not start: it ended with code 7.'],
    ['console.log("no"); setInterval(() => undefined, 1000)', 'It may not.'],
  ])('that runs %s is not started again at its first start', async (script, sentence) => {
    const it = supervise(script);
    const starting = it.start();
    await expect(starting).rejects.toBeInstanceOf(StartError);
    await expect(starting).rejects.toThrow(sentence);
    expect(sentences).toEqual([]);
  });

  it('that is not ready in time is killed', async () => {
    const it = supervise('setInterval(() => undefined, 1000)', 10);
    await expect(it.start()).rejects.toThrow('It did not start: it is not ready yet.');
  });

  it('that does not stop is killed', async () => {
    const it = supervise('process.on("SIGTERM", () => 0); console.log("yes"); setInterval(() => 0, 1000)');
    await it.start();
    const child = it.running;
    expect(await it.stop(50)).toBe('It did not stop in time and was killed.');
    expect(child?.signalCode).toBe('SIGKILL');
    expect(sentences).toEqual([]);
  });

  it.each([
    ['', null],
    ['process.on("SIGTERM", () => process.exit());', null],
    ['process.on("SIGTERM", () => process.exit(3));', 'It did not stop cleanly: it ended with code 3.'],
  ])('that runs %s says how it stopped', async (script, sentence) => {
    const it = supervise(`${script} console.log("yes"); setInterval(() => 0, 1000)`);
    await it.start();
    expect(await it.stop(60_000)).toBe(sentence);
  });
});
