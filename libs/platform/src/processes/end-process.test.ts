import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { END_PROCESS, endProcess } from './end-process.js';

const run = (script: string) =>
  spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
const STAYS = 'setInterval(() => undefined, 1_000)';

describe('a process', () => {
  it('gets the signal, and has ended when this resolves', async () => {
    const child = run(STAYS);
    await endProcess(child, 'SIGTERM');
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('that has ended is not waited for', async () => {
    const child = run('');
    await once(child, 'exit');
    await endProcess(child, 'SIGTERM');
    expect(child.exitCode).toBe(0);
  });

  it('that does not listen is killed when the patience is over', async () => {
    const child = run(`process.on('SIGTERM', () => undefined); console.log('deaf'); ${STAYS}`);
    await once(child.stdout, 'data');
    await endProcess(child, 'SIGTERM', 1);
    expect(child.signalCode).toBe('SIGKILL');
  });
});

describe('a process that a script ends', () => {
  const endByScript = (child: ChildProcess, seconds: number) => {
    const words = [String(child.pid), String(seconds), 'TERM', 'KILL'];
    const script = spawn('/bin/sh', ['-c', `${END_PROCESS}\nend_process "$@"`, 'sh', ...words]);
    return once(script, 'exit');
  };

  it('gets the first signal, and is no longer waited for when it has ended', async () => {
    const child = run(STAYS);
    await endByScript(child, 3_600);
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('gets the next one where it still runs', async () => {
    const child = run(`process.on('SIGTERM', () => undefined); console.log('deaf'); ${STAYS}`);
    await once(child.stdout, 'data');
    await endByScript(child, 1);
    expect(child.signalCode).toBe('SIGKILL');
  });
});
