import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '../../infra/ports.js';
import { findTool } from '../../infra/tools/tools.ts';
import { SampleService } from '../../libs/evidence/src/testing/sample-service.js';
import { runProgram } from './support/run-program.js';

const PACKAGES = ['libs/evidence', 'clients/cli'];
/** Their dependencies, copied from here to avoid a download. */
const DEPENDENCIES = ['canonicalize', '@noble/ed25519', '@noble/hashes'].map(
  (name) => `node_modules/${name}`,
);
/** Milliseconds for npm on a busy machine. */
const PATIENCE = 120_000;

interface Manifest {
  bin?: Record<string, string>;
  exports: Record<string, Record<string, string> | string>;
  types?: string;
}
interface Packed {
  id: string;
  filename: string;
  files: { path: string }[];
}

const service = SampleService.usual();
const bundle = service.bundle('rec_1');
const [registered, amended] = bundle.record;

let folder: string;
let packed: Packed[];

const npm = async (cwd: string, ...words: string[]) => {
  const { code, stdout, stderr } = await runProgram('npm', [...words, '--offline', '--loglevel=error'], {
    cwd,
  });
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

/** An older Node.js; undefined where it is not at hand. */
function nodeOf(version: string): string | undefined {
  const tool = findTool('node-runtimes');
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  return tool === undefined ? undefined : join(tool, `node_modules/node-${version}-${arch}/bin/node`);
}

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'packages-'));
  folder = join(parent, 'empty');
  await mkdir(folder);
  const paths = [...PACKAGES, ...DEPENDENCIES].map((path) => resolve(path));
  packed = JSON.parse(
    await npm(parent, 'pack', '--ignore-scripts', '--json', '--pack-destination', parent, ...paths),
  ) as Packed[];
  await npm(folder, 'install', ...packed.map(({ filename }) => join(parent, filename)));
  await writeFile(join(folder, 'keys.json'), JSON.stringify(service.trust()));
  await writeFile(join(folder, 'bundle.json'), JSON.stringify(bundle));
  const tampered = { ...bundle, record: [registered, { ...amended, event_id: 'evt_6' }] };
  await writeFile(join(folder, 'tampered.json'), JSON.stringify(tampered));
}, PATIENCE);
afterAll(() => rm(resolve(folder, '..'), { recursive: true }));

describe('the packages for strangers, installed in an empty folder', () => {
  it('need nothing but themselves, canonical JSON, and what browsers lack', async () => {
    const names = async (path: string) =>
      (await readdir(join(folder, 'node_modules', path))).filter((name) => !name.startsWith('.')).sort();
    expect(await names('.')).toEqual(['@noble', '@record-verification', '@service', 'canonicalize']);
    expect(await names('@noble')).toEqual(['ed25519', 'hashes']);
    expect(await names('@record-verification')).toEqual(['cli']);
    expect(await names('@service')).toEqual(['evidence']);
  });

  it('hold every file that they name, and no test', async () => {
    for (const [index, path] of PACKAGES.entries()) {
      const files = packed[index]?.files.map((file) => file.path) ?? [];
      const {
        bin = {},
        exports,
        types,
      } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest;
      const named = [bin, ...Object.values(exports)].flatMap((targets) =>
        typeof targets === 'string' ? targets : Object.values(targets),
      );
      if (types !== undefined) named.push(types);
      expect(named.length).toBeGreaterThan(0);
      expect(files).toEqual(expect.arrayContaining(named.map((target) => target.replace(/^\.\//, ''))));
      expect(files.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([]);
    }
  });

  const runtimes = [
    ['this Node.js', process.execPath] as const,
    ...['20', '22'].map((version) => [`Node.js ${version}`, nodeOf(version)] as const),
  ];
  for (const [name, node] of runtimes) {
    if (node === undefined)
      process.stderr.write(`The client was not run on ${name}, which is not at hand.\n`);
  }

  describe.each(runtimes.flatMap(([name, node]) => (node === undefined ? [] : [{ name, node }])))(
    'on $name',
    ({ node }) => {
      const rvs = (...words: string[]) =>
        runProgram(node, [join(folder, 'node_modules/.bin/rvs'), ...words], { cwd: folder });

      it('verify a good bundle', async () => {
        const { code, stdout, stderr } = await rvs('bundle', 'verify', 'bundle.json', '--keys', 'keys.json');
        expect({ code, stderr, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
          code: 0,
          stderr: '',
          last: 'verified (newest: not proven; witnesses 2 of 3)',
        });
      });

      it('refuse a tampered one', async () => {
        const { code, stdout } = await rvs('bundle', 'verify', 'tampered.json', '--keys', 'keys.json');
        expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([1, 'NOT verified: record.digests']);
      });

      it('tell how their commands are called', async () => {
        const { code, stdout } = await rvs('listen', '--help');
        expect([code, stdout]).toEqual([0, expect.stringMatching(/^rvs listen /)]);
      });

      it('ask a service', async () => {
        const url = `http://127.0.0.1:${await findFreePort()}`;
        const env = { SERVICE_TOKEN: 'svc_dev_none', RVS_CONFIG_DIR: join(folder, 'config') };
        const words = [join(folder, 'node_modules/.bin/rvs'), 'whoami', '--url', url];
        const { code, stderr } = await runProgram(node, words, { cwd: folder, env });
        expect([code, stderr]).toEqual([5, expect.stringContaining('ECONNREFUSED')]);
      });
    },
  );

  it('are found by npx', async () => {
    expect(await npm(folder, 'exec', '--', 'rvs', '--version')).toBe('rvs 0.3.0\n');
  });

  it('can be imported by a program', async () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { parseTrust, verifyBundle } from '@service/evidence';
      const trust = parseTrust(readFileSync('keys.json', 'utf8'));
      console.log(verifyBundle(readFileSync('bundle.json'), trust).ok);
    `;
    const words = ['--input-type=module', '--eval', program];
    expect(await runProgram(process.execPath, words, { cwd: folder })).toMatchObject({ stdout: 'true\n' });
  });
});
