import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { endProcess } from './end-process.js';

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
