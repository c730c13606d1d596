import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signDelivery } from '@service/events';
import type { Given, Judged } from './browser/judge.js';
import { pageLoader } from './support/chromium.js';
import { runProgram } from './support/run-program.js';

/** Bytes of the verifier, minified and compressed. */
const LARGEST = 40_000;
/** Milliseconds on a busy machine. */
const PATIENCE = 180_000;

const FOLDER = join(import.meta.dirname, 'browser');
const root = join(import.meta.dirname, '../..');
const loadPage = pageLoader();
const inBrowser = loadPage === null ? it.skip : it;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'browser-'))));
afterAll(() => rm(folder, { recursive: true }));

/** A program for browsers as text. */
async function bundled(entry: string, ...words: string[]): Promise<string> {
  const all = ['--bundle', '--platform=browser', '--conditions=source', '--minify', ...words];
  const program = join(root, 'node_modules/.bin/esbuild');
  const { code, stdout, stderr } = await runProgram(program, [join(FOLDER, entry), ...all], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function given(): Promise<Given> {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const names = [
    'bundle.json',
    'answer.json',
    'long-answer.json',
    'keys.json',
    'cases.json',
    'policies.json',
  ];
  const files = await Promise.all(names.map(async (name) => [name, await read(`docs/vectors/${name}`)]));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const hmac = `whsec_${randomBytes(32).toString('base64')}`;
  const secret = { hmac, sign: (content: Uint8Array) => Promise.resolve(sign(null, content, privateKey)) };
  const body = JSON.stringify({ event: { id: 'evt_1', name: 'Zoë' } });
  const signed = await signDelivery({ event_id: 'evt_1', body, secrets: [secret], at: new Date() });
  const headers = { ...signed };
  const keys = [hmac, publicKey.export({ format: 'jwk' }).x ?? ''];
  return {
    vectors: Object.fromEntries(files) as Given['vectors'],
    wycheproof: JSON.parse(await read('test/vectors/ed25519/ed25519_test.json')) as Given['wycheproof'],
    deliveries: [body, body.replace('Zoë', 'Zoe')].flatMap((text) =>
      keys.map((key) => ({ headers, body: text, key })),
    ),
  };
}

describe('the verifier for browsers', () => {
  it('is small, needs nothing of Node.js and cannot sign', async () => {
    const program = await bundled('verifier.ts', '--format=esm');
    expect(program).toContain('signature.mismatch');
    expect(program).not.toMatch(/\bBuffer\b|node:|PrivateKey|PrivateJwk|does not sign/);
    expect(gzipSync(program).length).toBeLessThan(LARGEST);
  });

  inBrowser(
    'judges the published vectors, Wycheproof’s signatures and deliveries in Chromium as Node.js does',
    async () => {
      const program = await bundled('judge.ts', '--format=iife', '--global-name=page');
      const data = JSON.stringify(await given()).replaceAll('<', '\\u003c');
      const page = join(folder, 'page.html');
      await writeFile(
        page,
        `<!doctype html><meta charset="utf-8"><body><script>${program}</script><script>
          document.body.textContent = 'said:' + encodeURIComponent(JSON.stringify(page.judge(${data}))) + ':end';
        </script>`,
      );
      const elements = (await loadPage?.(page, join(folder, 'profile'))) ?? '';
      const [, said = ''] = /said:(.*):end/.exec(elements) ?? [];
      const { cases, wrong, signatures, deliveries } = JSON.parse(decodeURIComponent(said)) as Judged;
      expect([wrong, signatures]).toEqual([[], []]);
      expect(cases).toBeGreaterThan(200);
      expect(deliveries).toEqual(['evt_1', 'evt_1', 'signature.mismatch', 'signature.mismatch']);
    },
    PATIENCE,
  );
});
