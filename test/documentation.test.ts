import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endProcess } from '@service/platform/processes';
import { eventually } from '@service/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findFreePort } from '../infra/ports.js';
import { PAGES, codeBlocksOf, expectedOutput, type CodeBlock } from './support/code-blocks.js';
import { describeService } from './support/describe-service.js';
import { RVS } from './support/evidence-commands.js';

import { ShellSession } from './support/shell-session.js';

/** Milliseconds for a program on a busy machine. */
const PATIENCE = 150_000;
/** The test starts the service with this command itself, on ports and a folder of its own. */
const START = 'npm ci && npm start\n';
/** Texts of formats, requests as they come over the wire, and objects of other systems, which nothing runs. */
const SHOWN_ONLY = ['text', 'http', 'sql', 'yaml'];
/** The tests of the module in Go and of the client in Python run these. */
const RUN_ELSEWHERE = ['go'];

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('Blocks in Python are left out: there is no python3.\n');

const blocks = PAGES.flatMap(codeBlocksOf);
/** Programs on these pages call the service. */
const OF_CLIENTS = /^(?:clients\/|docs\/build\.md)/;
const placeOf = ({ page, line }: CodeBlock) => `${page}:${line}`;
const written = (...languages: string[]) =>
  blocks
    .filter(({ language, attributes }) => languages.includes(language) && !attributes.has('norun'))
    .filter(({ language }) => hasPython || language !== 'python')
    .map((block): [string, CodeBlock] => [placeOf(block), block]);

describe('the code blocks of the pages', () => {
  it('are all run or read by a test, or say why they are not', () => {
    const tested = ['sh', 'js', 'python', 'json', ...SHOWN_ONLY, ...RUN_ELSEWHERE];
    expect(blocks.filter(({ language }) => !tested.includes(language)).map(placeOf)).toEqual([]);
    const left = blocks.flatMap(
      ({ attributes }) => attributes.get('norun') ?? (attributes.has('norun') ? '' : []),
    );
    expect(left.filter((reason) => !/^[a-z-]{8,}$/.test(reason))).toEqual([]);
    expect(new Set(left).size).toBeLessThan(5);
  });

  it('name no package that a reader cannot install', () => {
    expect(blocks.filter(({ text }) => text.includes('@service/')).map(placeOf)).toEqual([]);
  });

  it('begin in the README with the start', () => {
    expect(blocks[0]).toMatchObject({ page: 'README.md', language: 'sh', text: START });
  });
});

describeService(
  // Its deliveries go to the receiver of the README on the loopback address.
  { name: 'a reader of the pages', npmScript: 'start', env: { DELIVERY_LOOPBACK: 'on' } },
  (service, fixture) => {
    let session: ShellSession;
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    addFormats.default(ajv);

    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reader-'));
      // Where an installation of the client would put it.
      await symlink(RVS, join(folder, 'rvs'));
      // As npm unpacks it, away from this repository.
      await promisify(execFile)('npm', ['run', '--silent', 'build:client']);
      await cp('clients/typescript/dist/package', join(folder, 'node_modules/@record-verification/client'), {
        recursive: true,
      });
      session = await ShellSession.start({
        ...process.env,
        ...service.environment(),
        PATH: `${folder}:${process.env['PATH']}`,
        RVS_CONFIG_DIR: join(folder, 'config'),
        PORT: new URL(service.baseUrl).port,
        RECEIVER_PORT: String(await findFreePort()),
      });
    });
    afterAll(async () => {
      await session?.end();
      await rm(folder, { recursive: true });
    });

    it.each(written('sh').filter(([, { text }]) => text !== START))(
      'can paste %s into bash',
      async (_, block) => {
        const shown = blocks.find(({ language, follows }) => language === 'text' && follows === block);
        const printed = await session.run(block.text, shown === undefined ? [] : expectedOutput(shown));
        expect(printed).not.toMatch(/FAILED: |"error":\s*\{|^undefined$/m);
      },
      PATIENCE,
    );

    it.each(written('js').filter(([, { page }]) => OF_CLIENTS.test(page)))(
      'runs the program at %s, which prints what is shown',
      async (_, block) => {
        const { body } = await fixture.anonymous.get('/v1/log/development/keys');
        const wanted = { name: 'Shop', capabilities: ['write', 'verify', 'read', 'subscribe'] };
        const shop = (await fixture.admin.post('/v1/credentials', wanted)).body['token'];
        const env = {
          ...process.env,
          SERVICE_URL: service.baseUrl,
          SERVICE_AUTHORITY: fixture.authorityId,
          SERVICE_TOKEN: block.page === 'docs/build.md' ? String(shop) : service.tokens.development.admin,
          SERVICE_VKEY: String(body['log'].vkeys[0]),
        };
        const words = ['--input-type=module', '-e', block.text];
        const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { env, cwd: folder });
        const shown = blocks.find(({ language, follows }) => language === 'text' && follows === block);
        expect([stdout, stderr]).toEqual([shown?.text, '']);
      },
      PATIENCE,
    );

    it('gets the answer that the README shows, which has more members', async () => {
      const [, shown] = written('json').find(([, { page }]) => page === 'README.md') ?? [];
      const { body } = await fixture.anonymous
        .as(service.tokens.development.verify)
        .post('/v1/records/verify', { record_id: 'rec_example' });
      expect(body).toMatchObject(JSON.parse(shown?.text ?? '') as object);
    });

    it.each(written('json'))('reads JSON at %s, of the schema that it names', async (_, block) => {
      const value: unknown = JSON.parse(block.text);
      const name = block.attributes.get('schema');
      if (name === undefined) return;
      const { body } = await fixture.anonymous.get('/v1/openapi.json');
      if (ajv.getSchema('openapi') === undefined) ajv.addSchema(body, 'openapi');
      ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value);
      // What is shortened leaves members out, and ends texts in `...`.
      const wrong = (ajv.errors ?? []).filter(({ keyword }) => !['pattern', 'required'].includes(keyword));
      expect(wrong).toEqual([]);
    });
  },
);

describe('a receiver of the pages', () => {
  const programs: Record<string, [string, string[]]> = {
    js: [process.execPath, ['--input-type=module', '-e']],
    python: ['python3', ['-c']],
  };

  // test/interop/receivers.test.ts sends deliveries to them.
  it.each(written('js', 'python').filter(([, { page }]) => page === 'docs/events.md'))(
    'starts as %s has it',
    async (_, { language, text }) => {
      const [program, words] = programs[language] as [string, string[]];
      const env = { ...process.env, PORT: '0', SIGNING_SECRETS: 'whsec_x' };
      const receiver = spawn(program, [...words, text], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      for (const stream of [receiver.stdout, receiver.stderr]) {
        stream.setEncoding('utf8').on('data', (line: string) => (printed += line));
      }
      await eventually(() => expect(printed).toMatch(/^listening on \d+$/m), { timeout: PATIENCE });
      await endProcess(receiver, 'SIGTERM');
    },
    PATIENCE,
  );

  const elsewhere = ({ page }: CodeBlock): boolean => page !== 'docs/events.md' && !OF_CLIENTS.test(page);
  it.each(written('js', 'python').filter(([, block]) => elsewhere(block)))(
    'and a program at %s runs to its end',
    async (_, { page, language, text }) => {
      const [program, words] = programs[language] as [string, string[]];
      const child = spawn(program, [...words, text], { cwd: page.replace(/[^/]*$/, '') });
      const [code] = (await once(child, 'exit')) as [number];
      expect(code).toBe(0);
    },
    PATIENCE,
  );
});
