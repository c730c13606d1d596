import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signDelivery, type SigningSecret } from '@service/events';
import { endProcess } from '@service/platform/processes';
import { eventually } from '@service/testing';
import { runProgram } from './support/run-program.js';

const PATIENCE = 60_000;
const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

function newSecret(): SigningSecret {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    hmac: `whsec_${randomBytes(32).toString('base64')}`,
    sign: (content) => Promise.resolve(sign(null, content, privateKey)),
  };
}
const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()];

/** The program under a heading of the page. */
function exampleOf(heading: string): string {
  const section = page.split(`\n### ${heading}\n`)[1] ?? '';
  const [, program] = /```(?:js|python)\n(.*?)```/s.exec(section) ?? [];
  if (program === undefined) throw new Error(`docs/events.md has no example for ${heading}.`);
  return program;
}

let count = 0;
async function deliveryOf(secrets: readonly SigningSecret[], at = new Date()) {
  const id = `evt_${(count += 1)}`;
  const body = JSON.stringify({ event: { id, type: 'service.record.registered', name: 'Zoë' } });
  return { id, body, headers: { ...(await signDelivery({ event_id: id, body, secrets, at })) } };
}

const python = await runProgram('python3', ['--version']).then(
  ({ code }) => code === 0,
  () => false,
);
if (!python) process.stderr.write('The receiver in Python is left out: there is no python3.\n');

const examples: [string, string, string[], boolean][] = [
  ['Express 5', process.execPath, ['--input-type=module', '-e'], true],
  ['Fastify', process.execPath, ['--input-type=module', '-e'], true],
  ['Python', 'python3', ['-c'], python],
];

describe.each(examples)('the receiver of docs/events.md in %s', (heading, program, args, isThere) => {
  const test = isThere ? it : it.skip;
  const printed: string[] = [];
  let receiver: ChildProcess;
  let url: string;

  const post = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    return answer.status;
  };

  beforeAll(async () => {
    if (!isThere) return;
    const env = { ...process.env, PORT: '0', SIGNING_SECRETS: `${old.hmac} ${fresh.hmac}` };
    receiver = spawn(program, [...args, exampleOf(heading)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    if (receiver.stdout === null) throw new Error('It has no output.');
    createInterface(receiver.stdout).on('line', (line) => printed.push(line));
    const port = await eventually(() => /^listening on (\d+)$/.exec(printed[0] ?? '')?.[1] ?? false, {
      timeout: PATIENCE,
    });
    url = `http://127.0.0.1:${port}/hook`;
  }, PATIENCE);

  afterAll(async () => {
    if (!isThere) return;
    await endProcess(receiver, 'SIGTERM');
  });

  test('takes a delivery, once however often it comes', async () => {
    const delivery = await deliveryOf([old]);
    expect([await post(delivery), await post(delivery)]).toEqual([204, 204]);
    const last = await deliveryOf([old]);
    expect(await post(last)).toBe(204);
    await eventually(() => expect(printed.at(-1)).toContain(last.id));
    expect(printed.filter((line) => line.startsWith(`${delivery.id} `))).toHaveLength(1);
  });

  test('takes it by either secret while that rotates', async () => {
    expect([
      await post(await deliveryOf([foreign, fresh])),
      await post(await deliveryOf([old, foreign])),
    ]).toEqual([204, 204]);
  });

  test('refuses a changed byte, an old timestamp, another secret, and none', async () => {
    const changed = await deliveryOf([old]);
    const stale = await deliveryOf([old], new Date(Date.now() - 302_000));
    const { 'Service-Timestamp': _timestamp, ...undated } = (await deliveryOf([old])).headers;
    const refused = [
      { ...changed, body: changed.body.replace('Zoë', 'Zoe') },
      stale,
      { ...stale, headers: { ...stale.headers, 'Service-Timestamp': changed.headers['Service-Timestamp'] } },
      await deliveryOf([foreign]),
      { ...changed, headers: { ...changed.headers, 'Service-Event-Id': 'evt_other' } },
      { ...changed, headers: undated },
      { ...changed, headers: {} },
    ];
    for (const delivery of refused) expect(await post(delivery)).toBe(400);
  });
});
