import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '@service/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';

import { runScript, type SourceProcess } from '../testing/source-process.js';

const MODULE = pathToFileURL(join(import.meta.dirname, 'on-stop-signal.ts')).href;

let directory: string;
let started: SourceProcess;

beforeEach(() => {
  directory = temporaryFolder();
});
afterEach(async () => {
  await started.kill('SIGKILL');
});

/** A process that says how often it was asked to stop, and never does. SIGWINCH asks it whether it lives. */
async function start(): Promise<void> {
  started = runScript(`
    import { onStopSignal } from '${MODULE}';
    let asked = 0;
    process.on('SIGWINCH', () => console.log('asked ' + asked));
    onStopSignal(() => {
      asked += 1;
      console.log('stopping');
    });
    console.log('ready');
  `);
  expect(await started.nextLine()).toBe('ready');
}

const signal = (name: NodeJS.Signals) => process.kill(started.processId, name);

describe('a process that is to stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('is asked to by %s', async (name) => {
    await start();
    signal(name);
    expect(await started.nextLine()).toBe('stopping');
  });

  it('is asked to where the process that started it ends', async () => {
    await start();
    started.disconnect();
    expect(await started.nextLine()).toBe('stopping');
  });

  it('is asked to where that process had ended before', async () => {
    started = runScript(`
      import { onStopSignal } from '${MODULE}';
      process.once('disconnect', () => onStopSignal(() => console.log('stopping')));
      process.once('message', () => undefined);
      console.log('ready');
    `);
    expect(await started.nextLine()).toBe('ready');
    started.disconnect();
    expect(await started.nextLine()).toBe('stopping');
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'is asked once, and goes on with its stop after a second %s and other signals',
    async (name) => {
      await start();
      signal(name);
      expect(await started.nextLine()).toBe('stopping');
      for (const next of [name, 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) signal(next);
      // Of signals that wait, the system delivers this one last.
      signal('SIGWINCH');
      expect(await started.nextLine()).toBe('asked 1');
    },
  );

  it('goes on with its stop though nobody reads any more what it prints', async () => {
    const file = join(directory, 'stopped');
    started = runScript(`
      import { writeFileSync } from 'node:fs';
      import { onStopSignal } from '${MODULE}';
      onStopSignal(() => {
        process.stdout.write('lost\\n');
        setImmediate(() => setImmediate(() => writeFileSync('${file}', '')));
      });
      console.log('ready');
    `);
    expect(await started.nextLine()).toBe('ready');
    started.closeOutput();
    signal('SIGHUP');
    await eventually(() => expect(existsSync(file)).toBe(true));
  });
});
