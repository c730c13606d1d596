import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ServiceError } from '@record-verification/client';
import { temporaryFolder } from '@service/testing/fixtures';
import { replaceFile } from './durable-file.js';
import { CommandError } from './errors.js';
import { EXIT } from './exit-codes.js';
import { failureOf, outputFailure } from './failures.js';
import { writeOutput } from './files.js';
import { ListenState } from './listen/listen-state.js';
import { readProfile } from './profiles/profile-store.js';

// Jest copies process.env for each test file.
const folder = temporaryFolder();
process.env['RVS_CONFIG_DIR'] = folder;

const full = Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

it('a file or an output that cannot be written has an exit code, and a pipe that was closed another', async () => {
  const thrown = await replaceFile(join(folder, 'none', 'file'), '').catch((error: unknown) => error);
  const failures = [failureOf(thrown), failureOf(full), failureOf(new CommandError('No.', { cause: full }))];
  expect(failures).toMatchObject([{ exitCode: 2 }, { exitCode: 6 }, { exitCode: 6, message: 'No.' }]);
  expect([outputFailure(full), outputFailure(gone)]).toMatchObject([{ exitCode: 6 }, { exitCode: 141 }]);
});

it('the README lists every exit code', async () => {
  const readme = await readFile('clients/cli/README.md', 'utf8');
  const listed = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual([0, ...Object.values(EXIT)]);
});

it('a result that is written to a file is there whole or not at all', async () => {
  const file = join(folder, 'result');
  await writeOutput(file, 'first');
  await symlink(file, `${file}.link`);
  await writeOutput(`${file}.link`, 'second');
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual([
    'second',
    0o666 & ~process.umask(),
  ]);
  await writeOutput('/dev/null', 'text');
  expect((await stat('/dev/null')).isFile()).toBe(false);
  const thrown = await writeOutput(join(folder, 'none', 'file'), '').catch((error: unknown) => error);
  expect(failureOf(thrown)).toMatchObject({
    exitCode: 6,
    message: expect.stringContaining('cannot be written'),
  });
});

it('a refusal names the capability that was missing, and the members that are wrong', () => {
  const error = {
    code: 'x.y',
    message: 'No.',
    scope_required: 'write',
    details: [{ field: 'a', issue: 'b' }],
  };
  const { message } = failureOf(
    new ServiceError({ status: 403, headers: new Headers(), error: error as never }),
  );
  expect(message).toBe('x.y: No.\n  scope_required: write\n  a: b');
});

it('a defect is told without its stack', () => {
  const { exitCode, message } = failureOf(new TypeError('x is undefined'));
  expect([exitCode, message]).toEqual([70, expect.stringMatching(/^This is a defect .*: x is undefined\./)]);
  expect(message).not.toContain('\n');
});

it.each(['null', '{', '[]'])('files that hold %s are refused in a sentence', async (content) => {
  const directory = join(folder, 'profiles', 'p');
  await mkdir(directory, { recursive: true });
  for (const name of ['profile', 'secret', 'progress'])
    await writeFile(join(directory, `${name}.json`), content);
  const state = new ListenState(directory);
  for (const read of [() => readProfile('p'), () => state.secret(), () => state.read()])
    await expect(read()).rejects.toMatchObject({ name: 'CommandError' });
});
