import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDataDirectory } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { loadEnvironments } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import { Supervisor } from './supervisor.js';

/**
 * In the place of an environment: notes what happens to it in a file, and takes its process id for its port. With a
 * SENTENCE it says that it cannot start, once its neighbour has.
 */
const FAKE = `
  import { appendFileSync } from 'node:fs';
  const { ENVIRONMENT, DATA_DIR, SENTENCE, GREETING, PORT, ADMIN_PORT, SERVICE_PORTS } = process.env;
  const note = (line) => appendFileSync(DATA_DIR + '/' + ENVIRONMENT + '.log', line + '\\n');
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => {
    note('asked to stop');
    process.exit(Number(process.env.STOPS_WITH ?? 0));
  });
  process.on('message', ({ type, ports }) => {
    note(type + ' ' + ports);
    if (SENTENCE !== undefined) process.send({ type: 'failed', sentence: SENTENCE });
  });
  note('given ' + [PORT, ADMIN_PORT, SERVICE_PORTS].join(' '));
  note('process ' + process.pid);
  if (SENTENCE === undefined) process.send({ type: 'ready', welcome: GREETING + '\\n', ports: [process.pid, process.pid + 1] });
`;

let directory: string;
let supervisors: Supervisor[];
let said: unknown[];
const [node, script] = process.argv as [string, string];

beforeEach(async () => {
  directory = temporaryFolder();
  [supervisors, said] = [[], []];
  const fake = join(directory, 'fake.mjs');
  await writeFile(fake, FAKE);
  // A supervisor starts the program that runs itself.
  process.argv.splice(0, 2, node, fake);
});
afterEach(async () => {
  process.argv.splice(0, 2, node, script);
  await Promise.allSettled(supervisors.map((each) => each.stop()));
});

function supervise(variables: NodeJS.ProcessEnv = {}): Supervisor {
  const logger = {
    warn: ({ environment }: { environment: string }, sentence: string) => said.push([environment, sentence]),
  } as unknown as Logger;
  const greetings = { GREETING: 'Welcome.', GREETING_PRODUCTION: 'Welcome to production.' };
  const environments = loadEnvironments({ DATA_DIR: directory, ...greetings, ...variables });
  const supervisor = new Supervisor(environments, logger);
  supervisors.push(supervisor);
  return supervisor;
}

const linesOf = async (environment: string) =>
  (await readFile(join(directory, `${environment}.log`), 'utf8')).trim().split('\n');

/** The ids of an environment's processes, in the order of their starts. */
const processesOf = async (environment: string) =>
  (await linesOf(environment)).flatMap((line) => /^process (\d+)$/.exec(line)?.slice(1).map(Number) ?? []);

/** Resolves when the running process of an environment was told the ports, after its start. */
const untilTold = (environment: string, ...ports: (number | undefined)[]) =>
  eventually(async () =>
    expect((await linesOf(environment)).at(-1)).toBe(
      `neighbours ${ports.flatMap((port) => [port, Number(port) + 1]).join()}`,
    ),
  );

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a supervisor', () => {
  it('runs each environment in a process with its own settings, and tells each the ports of the other', async () => {
    const supervisor = supervise();
    expect(await supervisor.start()).toBe('Welcome.\nWelcome to production.\n');
    const [[development], [production]] = [await processesOf('development'), await processesOf('production')];
    expect(development).not.toBe(production);
    await untilTold('development', production);
    await untilTold('production', development);
  });

  it('starts one that ended again, and tells both the ports; the other one goes on', async () => {
    const supervisor = supervise();
    await supervisor.start();
    const [before] = await processesOf('production');
    process.kill(before as number, 'SIGKILL');
    await eventually(() => expect(said).toHaveLength(2));
    const [, after] = await processesOf('production');
    expect(said).toEqual([
      ['production', 'The process of production ended with SIGKILL; it is started again.'],
      ['production', `The process of production runs again as process ${after}.`],
    ]);
    const development = await processesOf('development');
    expect(development).toHaveLength(1);
    // Where it was found before, and with what its deliveries must not reach from the first one on.
    const [one, other] = [before as number, development[0] as number];
    expect((await linesOf('production')).filter((line) => line.startsWith('given'))).toEqual([
      'given 3100 3101 3000,3001',
      `given ${one} ${one + 1} ${other},${other + 1}`,
    ]);
    await untilTold('development', after);
    await untilTold('production', development[0]);
  });

  it('says which environment cannot start and why, and stops the other one', async () => {
    const supervisor = supervise({ SENTENCE_PRODUCTION: 'It may not.' });
    const starting = supervisor.start();
    await expect(starting).rejects.toBeInstanceOf(StartError);
    await expect(starting).rejects.toThrow(/^production: It may not\.$/);
    expect((await linesOf('development')).at(-1)).toBe('asked to stop');
    const all = [...(await processesOf('development')), ...(await processesOf('production'))];
    expect(all.map(isRunning)).toEqual([false, false]);
    expect(said).toEqual([]);
  });

  it('asks both to stop, and leaves the data directory when they have', async () => {
    const supervisor = supervise();
    await supervisor.start();
    const all = [...(await processesOf('development')), ...(await processesOf('production'))];
    expect(all.map(isRunning)).toEqual([true, true]);
    await expect(lockDataDirectory(directory)).rejects.toThrow('Another service runs');
    await supervisor.stop();
    expect(all.map(isRunning)).toEqual([false, false]);
    for (const environment of ['development', 'production'])
      expect((await linesOf(environment)).at(-1)).toBe('asked to stop');
    expect(said).toEqual([]);
    (await lockDataDirectory(directory)).release();
  });

  it('says which one did not stop cleanly, and leaves the data directory', async () => {
    const supervisor = supervise({ STOPS_WITH_PRODUCTION: '3' });
    await supervisor.start();
    await expect(supervisor.stop()).rejects.toThrow(
      /^The process of production did not stop cleanly: it ended with code 3\.$/,
    );
    (await lockDataDirectory(directory)).release();
  });

  it('starts nothing on a data directory on which another one runs', async () => {
    await supervise().start();
    await expect(supervise().start()).rejects.toThrow(
      `Another service runs on the data directory ${directory}; stop it or set DATA_DIR to another directory.`,
    );
    const all = [await processesOf('development'), await processesOf('production')];
    expect(all.map(({ length }) => length)).toEqual([1, 1]);
    expect(all.flat().map(isRunning)).toEqual([true, true]);
  });
});
