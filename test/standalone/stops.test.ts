import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { COMPILE_CACHE } from '../support/compile-cache.js';
import { processesOn } from '../support/processes-on.js';

const PATIENCE = { timeout: 60_000 };

/** `script` gives a program a terminal of its own; without it, or /proc, nothing can be seen here. */
const describeInTerminal =
  existsSync('/usr/bin/script') && existsSync('/proc/self') ? describe : describe.skip;

// Ctrl-C reaches npm, its shell and the service at once, and npm passes it on: the service gets it twice.
describeInTerminal('npm start in a terminal', () => {
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'stops-'));
  });
  afterAll(() => rm(dataDirectory, { recursive: true }));

  const start = async (): Promise<ChildProcess> => {
    const terminal = spawn('/usr/bin/script', ['-qefc', 'npm start', '/dev/null'], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...COMPILE_CACHE,
        DATA_DIR: dataDirectory,
        ENVIRONMENTS: 'development',
        PORT: '0',
        ADMIN_PORT: '0',
      },
      stdio: 'pipe',
    });
    let said = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    terminal.stdin.on('error', () => undefined);
    await eventually(() => expect(said).toContain('Sign in to the Console'), PATIENCE);
    return terminal;
  };
  const supervisor = (): number => {
    const isSupervisor = (pid: number) =>
      /\0dist\/standalone\/main\.js\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
    const found = processesOn(dataDirectory).find(isSupervisor);
    if (found === undefined) throw new Error('No supervisor runs.');
    return found;
  };

  it.each<[string, (terminal: ChildProcess) => void]>([
    ['Ctrl-C', ({ stdin }) => stdin?.write('\x03')],
    ['Ctrl-C twice', ({ stdin }) => stdin?.write('\x03\x03')],
    ['the end of the terminal', (terminal) => terminal.kill('SIGKILL')],
    ['two SIGTERM', () => ['SIGTERM', 'SIGTERM'].forEach((signal) => process.kill(supervisor(), signal))],
    ['kill -9 of the supervisor', () => process.kill(supervisor(), 'SIGKILL')],
  ])(
    'leaves no process behind after %s',
    async (_name, stop) => {
      const terminal = await start();
      // The supervisor, the environment and its database at least.
      expect(processesOn(dataDirectory).length).toBeGreaterThan(2);
      stop(terminal);
      await eventually(() => expect(processesOn(dataDirectory)).toEqual([]), PATIENCE);
    },
    180_000,
  );
});
