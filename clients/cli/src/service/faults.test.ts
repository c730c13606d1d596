import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import {
  answers,
  cuts,
  refuses,
  ScriptedServer,
  type Arrived,
  type Step,
} from '../../../typescript/src/testing/scripted-server.js';
import { findCommand, readCall } from '../read-call.js';
import { COMMANDS } from '../table/commands.js';

const NAMES = ['RVS_CONFIG_DIR', 'SERVICE_TOKEN', 'SERVICE_URL', 'RVS_PROFILE'];
const folder = temporaryFolder();
let server: ScriptedServer;
let printed: string[];
let said: string[];

beforeAll(async () => {
  server = await ScriptedServer.start();
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, {
    RVS_CONFIG_DIR: join(folder, 'config'),
    SERVICE_TOKEN: 'svc_dev_secret',
    SERVICE_URL: server.baseUrl,
  });
});
afterAll(() => server.stop());

beforeEach(() => {
  [printed, said] = [[], []];
  for (const [stream, texts] of [
    [process.stdout, printed],
    [process.stderr, said],
  ] as const) {
    jest.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
      texts.push(String(text));
      const done = rest.at(-1) as unknown;
      if (typeof done === 'function') done();
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs a command in this process. @returns its exit code. */
async function rvs(...words: string[]): Promise<number> {
  const found = findCommand(COMMANDS, words);
  if (found === null) throw new Error('There is no such command.');
  const run = await found.command.load();
  return (await run(readCall(found.command, found.rest), COMMANDS)) ?? 0;
}

/** Does each request once for each idempotency key, as the service does. */
class Effects {
  readonly #done = new Map<string, unknown>();

  get count(): number {
    return this.#done.size;
  }

  /** What a request gets that the service answers. */
  readonly answer: Step = (response, request) => answers(this.of(request), 201)(response, request);

  /** Does it, and then goes wrong. */
  readonly doneBefore =
    (fault: Step): Step =>
    (response, request) => {
      this.of(request);
      fault(response, request);
    };

  private of({ headers, body }: Arrived): unknown {
    const key = String(headers['idempotency-key']);
    const { records } = body as { records?: unknown[] };
    const made = records?.map((_, index) => ({ id: `rec_${this.count}_${index}` }));
    if (!this.#done.has(key)) this.#done.set(key, made === undefined ? { id: 'rec_1' } : { data: made });
    return this.#done.get(key);
  }
}

const NOW = { 'retry-after': '0' };
const FAULTS: [string, (effects: Effects) => Step][] = [
  ['a connection that breaks before the request is done', () => cuts('before')],
  ['a connection that breaks after it', ({ doneBefore }) => doneBefore(cuts('before'))],
  ['a connection that breaks within the answer', ({ doneBefore }) => doneBefore(cuts('within'))],
  ['408', () => refuses(408, 'request.timeout', NOW)],
  ['429', () => refuses(429, 'rate.limited', NOW)],
  ['503', () => refuses(503, 'service.unavailable', NOW)],
  ['503 of what was done', ({ doneBefore }) => doneBefore(refuses(503, 'service.unavailable', NOW))],
];

describe.each(FAULTS)('after %s', (_name, faultOf) => {
  const keys = () => new Set(server.arrived.map(({ headers }) => headers['idempotency-key']));

  it('a single write is once in effect', async () => {
    const effects = new Effects();
    server.script(faultOf(effects), effects.answer);
    expect(await rvs('records', 'suspend', 'rec_1', '--reason', 'r')).toBe(0);
    expect([server.arrived.length, keys().size, effects.count]).toEqual([2, 1, 1]);
    expect(printed.join('')).toContain('rec_1');
  });

  it('an import goes on longer than the client does, and each line is once in effect', async () => {
    const effects = new Effects();
    const fault = faultOf(effects);
    // As often as the client tries.
    server.script(fault, fault, fault, fault, fault, effects.answer);
    const file = join(await mkdtemp(join(folder, 'import-')), 'lines.ndjson');
    await writeFile(file, '{"origin":"a"}\n{"origin":"b"}\n');
    expect(await rvs('records', 'import', file)).toBe(0);
    expect([server.arrived.length, keys().size, effects.count]).toEqual([6, 1, 1]);
    const results = await readFile(`${file}.results.ndjson`, 'utf8');
    expect(results.match(/rec_0_\d/g)).toEqual(['rec_0_0', 'rec_0_1']);
    expect(said.filter((text) => text.includes('The service is unavailable'))).toHaveLength(1);
  });
});

describe('an import with a line whose name is taken', () => {
  const error = { code: 'record.already_exists', message: 'taken', existing_id: 'rec_2' };
  const made = answers({ data: [{ id: 'rec_1' }, { error }] }, 201);
  const imports = async (): Promise<unknown[]> => {
    const file = join(await mkdtemp(join(folder, 'taken-')), 'lines.ndjson');
    const line = '{"origin":"a","content_digest":"sha256:2"}\n';
    await writeFile(file, line.repeat(2));
    expect(await rvs('records', 'import', file)).toBe(0);
    const results = (await readFile(`${file}.results.ndjson`, 'utf8')).trimEnd().split('\n');
    return results.map((text) => JSON.parse(text) as unknown);
  };

  it('repeats the comparison alone: the registered line stays registered', async () => {
    const fault = refuses(503, 'service.unavailable', NOW);
    const chain = [{ content_digest: 'sha256:2', origin: 'a' }];
    const evidence = { provenance: { verified: true, chain } };
    const found = answers({ data: [{ record: { id: 'rec_2' }, evidence }] });
    server.script(made, fault, fault, fault, fault, fault, found);
    expect(await imports()).toMatchObject([{ outcome: 'registered' }, { outcome: 'already there' }]);
  });

  it('goes on with a credential that may not verify, and says so', async () => {
    server.script(made, refuses(403, 'authority.insufficient_scope'));
    const remark = 'its content was not compared';
    expect(await imports()).toMatchObject([
      { outcome: 'registered' },
      { outcome: 'already there', record_id: 'rec_2', remark },
    ]);
    expect(said.filter((text) => text.includes('needs a credential with'))).toHaveLength(1);
  });
});

it('an import says nothing of the service that a log must not hold', async () => {
  const fault = refuses(503, 'service.unavailable', NOW, { message: 'a\u001b[2J\r\nsvc_dev_secret' });
  server.script(...Array<Step>(5).fill(fault), answers({ data: [{ id: 'rec_1' }] }));
  const file = join(await mkdtemp(join(folder, 'import-')), 'lines.ndjson');
  await writeFile(file, '{"origin":"a"}\n');
  expect(await rvs('records', 'import', file)).toBe(0);
  expect(said[0]).toBe('The service is unavailable (a\ufffd[2J\ufffd\ufffdsvc_dev_[hidden]); retrying.\n');
});

it('an external id is not taken for the id of a record', async () => {
  await expect(rvs('verify', 'cert-1')).rejects.toThrow(/--external-id takes your own name/);
});

it('a listener says that it listens when it has read its first page, which waits for no event', async () => {
  const event = { id: 'evt_1', type: 'service.record.revoked' };
  const page = (next_cursor: string, ...data: object[]) => answers({ data, next_cursor });
  const [fault, end] = [
    refuses(503, 'service.unavailable', NOW),
    refuses(403, 'authority.insufficient_scope'),
  ];
  server.script(page('a'), fault, page('a'), page('b', event), end);
  await expect(rvs('listen', '--state', join(folder, 'listen'))).rejects.toMatchObject({ status: 403 });
  const sentences = [/^The service is unavailable/, /^The service is available again/, /^Listening to/];
  expect(said).toEqual(sentences.map((each) => expect.stringMatching(each)));
  const waits = server.arrived.map(({ headers }) => headers['prefer']);
  expect(waits).toEqual([undefined, undefined, undefined, 'wait=10', 'wait=10']);
  expect(printed).toEqual([`${JSON.stringify(event)}\n`]);
});

it.each([[answers(null)], [answers({ data: [] })], [answers({ data: [{ id: 'rec_1' }], next_cursor: 'a' })]])(
  'a list whose end cannot be told is no success',
  async (page) => {
    server.script(page, page);
    await expect(rvs('records', 'list', '--all')).rejects.toMatchObject({
      message: 'The service did not answer a page of a list.',
      exitCode: 1,
    });
  },
);

it.each([
  [null],
  [{ data: [{ id: 'rec_1' }] }],
  [{ data: [null, null] }],
  [{ data: [{ error: {} }, { error: {} }] }],
  [{ record: { id: 'rec_1' }, evidence: { verdict: {} } }],
  [{ record: {}, evidence: {} }],
])('an answer that is none about each record is no defect: %j', async (body) => {
  server.script(answers(body));
  const file = join(await mkdtemp(join(folder, 'strange-')), 'lines.ndjson');
  await writeFile(file, '{"record_id":"rec_1"}\n{"record_id":"rec_2"}\n');
  const refused = (what: string) => ({ message: `The service did not answer ${what}.`, exitCode: 1 });
  const ofBatch = refused('each line of a batch');
  await expect(rvs('records', 'import', file)).rejects.toMatchObject(ofBatch);
  await expect(rvs('verify', '--file', file)).rejects.toMatchObject(ofBatch);
  await expect(rvs('verify', 'rec_1')).rejects.toMatchObject(refused('about a record'));
});

it('a listener takes nothing but pages of events', async () => {
  server.script(answers({ data: [null], next_cursor: 'a' }));
  await expect(rvs('listen', '--state', join(folder, 'strange'))).rejects.toMatchObject({
    message: 'The service did not answer a page of events.',
  });
});

describe('where nothing is pinned', () => {
  const NOTICE = 'Signatures of answers are not checked: log in with rvs login to pin keys.\n';

  it.each([
    [['records', 'read', 'rec_1']],
    [['records', 'list', '--limit', '1']],
    [['bundle', 'read', 'rec_1']],
    [['verify', 'rec_1']],
    [['whoami']],
    [['api', '/v1/records']],
  ])('%j says so once', async (words) => {
    server.script(answers({ record: { id: 'rec_1' }, evidence: {}, data: [], next_cursor: null }));
    await rvs(...words);
    expect(said).toEqual([NOTICE]);
  });

  it('a write does not: its answer is not signed', async () => {
    server.script(answers({ id: 'rec_1' }));
    await rvs('records', 'suspend', 'rec_1', '--reason', 'r');
    expect(said).toEqual([]);
  });
});
