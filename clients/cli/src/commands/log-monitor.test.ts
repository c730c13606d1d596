import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { readCall } from '../read-call.js';
import { COMMANDS } from '../table/commands.js';
import type { Command } from '../table/option.js';
import { SampleLog } from '../testing/sample-log.js';
import { run } from './log-monitor.js';

let log: SampleLog;
const written: string[] = [];

beforeEach(async () => {
  log = await SampleLog.start(3);
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await log[Symbol.asyncDispose]();
});

it('prints one line for each finding, whatever the evidence of others says', async () => {
  const folder = temporaryFolder();
  const element = {
    format: 'element/v1',
    record_id: `rec_1\u001b[1A\r\u202e\nok ${log.origin}: 3 entries.`,
    sequence: 1,
    salt: 'A'.repeat(22),
    previous: null,
    occurred_at: '2026-11-21T03:00:00.000Z',
  };
  const records = join(folder, 'records.json');
  await writeFile(records, JSON.stringify(element));
  const command = COMMANDS.find(({ name }) => name === 'log monitor') as Command;
  const [url, state, vkey] = [`--url=${log.url}`, `--state=${join(folder, 'state')}`, `--vkey=${log.vkey}`];
  const call = readCall(command, ['--once', url, state, vkey, `--records=${records}`]);
  expect(await run(call as Parameters<typeof run>[0], COMMANDS)).toBe(1);
  expect(written.join('').split('\n')).toEqual([
    expect.stringMatching(/^log\.grew /),
    expect.stringMatching(/^ALARM element\.missing Element 1 of rec_1\ufffd\[1A\ufffd{3}ok /),
    '',
  ]);
  expect(written.join('')).not.toMatch(/[^\P{C}\n]/u);
});
