import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signDelivery } from '@service/events';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { publint } from 'publint';
import { findTool } from '../../infra/tools/tools.ts';
import { findChromium } from '../support/chromium.js';
import { runProgram } from './support/run-program.js';
import { SampleServer } from './support/sample-server.js';

const root = join(import.meta.dirname, '../..');
const PACKAGE = join(root, 'clients/typescript/dist/package');
/** Milliseconds for npm, and a browser, on a busy machine. */
const PATIENCE = 240_000;
/** Bytes of a page's whole client, minified and compressed. */
const LARGEST = 60_000;

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const inTool = (tool: 'node-runtimes' | 'other-runtimes', file: string): string | undefined => {
  const folder = findTool(tool);
  return folder === undefined ? undefined : join(folder, 'node_modules', file);
};
/** Each with the words before its program; undefined where it is not at hand. */
const RUNTIMES: [string, string | undefined, ...string[]][] = [
  ['this Node.js', process.execPath],
  ['Node.js 20.12', inTool('node-runtimes', `node-20-${arch}/bin/node`)],
  ['Node.js 22', inTool('node-runtimes', `node-22-${arch}/bin/node`)],
  ['Deno', inTool('other-runtimes', `@deno/linux-${arch}-glibc/deno`), 'run', '--allow-read', '--allow-net'],
  ['Bun', inTool('other-runtimes', `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`)],
];
const GOOD = ['passed', 'answer.signature', 'bundle', 'evt_1', 'signature.mismatch'];

let parent: string;
let folder: string;
let server: SampleServer;
let packed: { filename: string; size: number; files: { path: string }[] };
let given: object;

const npm = (cwd: string, ...words: string[]): string =>
  execFileSync('npm', [...words, '--offline', '--loglevel=error'], { cwd, encoding: 'utf8' });

beforeAll(async () => {
  execFileSync('npm', ['run', '--silent', 'build:client'], { cwd: root });
  parent = await mkdtemp(join(tmpdir(), 'client-'));
  folder = join(parent, 'empty');
  await mkdir(folder);
  [packed] = JSON.parse(npm(PACKAGE, 'pack', '--json', '--pack-destination', parent)) as [typeof packed];
  npm(folder, 'install', join(parent, packed.filename));
  await cp(join(import.meta.dirname, 'client'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const page = '<!doctype html><body><script type="module" src="/page.js"></script>';
  const program = await pageProgram();
  server = await SampleServer.start({ '/': page, '/page.js': program });
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const body = JSON.stringify({ event: { id: 'evt_1', type: 'service.record.registered' } });
  const signer = { hmac: secret, sign: () => Promise.resolve(randomBytes(64)) };
  const headers = await signDelivery({ event_id: 'evt_1', body, secrets: [signer], at: new Date() });
  given = {
    url: server.url,
    keys: server.service.trust(),
    bundle: JSON.stringify(server.service.bundle('rec_1')),
    delivery: { headers, body, secret },
  };
  await writeFile(join(folder, 'given.json'), JSON.stringify(given));
}, PATIENCE);
afterAll(async () => {
  await server.stop();
  await rm(parent, { recursive: true });
});

/** The program of a page, as a bundler makes it from the installed package. */
async function pageProgram(): Promise<string> {
  const program = `import { consume } from './consumer.js'; globalThis.consume = consume;`;
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('the npm package, installed in an empty folder', () => {
  it('is alone there, and holds what it names, no source and no test', async () => {
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      '@record-verification',
    ]);
    const files = packed.files.map(({ path }) => path);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'LICENSES.md', 'README.md', 'package.json']));
    expect(files.filter((path) => /\.(?:map|test\.js)$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    for (const path of files) {
      expect(await readFile(join(PACKAGE, path), 'utf8')).not.toMatch(/(?:from|import\() *["']@service\//);
    }
  });

  it('is what publint calls good, and npm would publish', async () => {
    expect((await publint({ pkgDir: PACKAGE, strict: true, pack: 'npm' })).messages).toEqual([]);
    const words = ['publish', '--dry-run', '--json', '--no-provenance', '--tag', 'next'];
    expect(npm(PACKAGE, ...words)).toContain('@record-verification/client');
  });

  it.each(['nodenext', 'bundler'])(
    'has declarations that a strict compiler reads as %s',
    async (resolution) => {
      const tsc = join(root, 'node_modules/.bin/tsc');
      const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
      const words = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--lib'];
      const terms = ['es2023,dom', '--module', module, '--moduleResolution', resolution];
      const { stdout } = await runProgram(tsc, [...words, ...terms, 'typed.ts'], { cwd: folder });
      expect(stdout).toBe('');
    },
    PATIENCE,
  );

  it('is small, and needs nothing of Node.js in a page', async () => {
    const program = await pageProgram();
    expect(program).not.toMatch(/node:|\bBuffer\b|process\./);
    expect(gzipSync(program).length).toBeLessThan(LARGEST);
  });

  for (const [name, runtime, ...words] of RUNTIMES) {
    if (runtime === undefined) {
      const tools = name.startsWith('Node') ? 'node-runtimes' : 'other-runtimes';
      if (process.env['CONSUMERS'] === 'required')
        throw new Error(`${name} is missing: npm run tools -- ${tools}`);
      process.stderr.write(`${name} is left out: npm run tools -- ${tools}\n`);
    }
    (runtime === undefined ? it.skip : it)(
      `verifies, refuses and receives on ${name}`,
      async () => {
        const outcome = await runProgram(String(runtime), [...words, 'run.js'], { cwd: folder });
        expect(outcome).toMatchObject({ code: 0, stdout: `${JSON.stringify(GOOD)}\n` });
      },
      PATIENCE,
    );
  }

  const executablePath = findChromium();
  (executablePath === null ? it.skip : it)(
    'verifies, refuses and receives in Chromium',
    async () => {
      const browser = await chromium.launch({
        executablePath: String(executablePath),
        args: ['--no-sandbox'],
      });
      try {
        const page = await browser.newPage();
        await page.goto(server.url);
        await page.waitForFunction('typeof consume === "function"');
        expect(await page.evaluate(`consume(${JSON.stringify(given)})`)).toEqual(GOOD);
      } finally {
        await browser.close();
      }
    },
    PATIENCE,
  );

  const attw = inTool('other-runtimes', '.bin/attw');
  (attw === undefined ? it.skip : it)(
    'has declarations that attw finds nothing wrong with',
    async () => {
      const words = ['--profile', 'esm-only', '--no-emoji', join(parent, packed.filename)];
      expect(await runProgram(String(attw), words, { cwd: folder })).toMatchObject({ code: 0 });
    },
    PATIENCE,
  );
});
