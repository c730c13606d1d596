import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../distributed/apps.ts';

const run = promisify(execFile);

/** What a container is made of, and its defaults. */
export interface Image {
  readonly name: string;
  readonly root: string;
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Where `npm run build` puts the release's number, which a process tells in its metrics. */
const RELEASE_FILE = 'service/libs/platform/package.json';

/**
 * Makes the files of the image: those that infra/Dockerfile copies, Node.js, and the libraries that Node.js needs. Unlike
 * the image it has no shell and nothing else of Debian.
 */
export async function makeImage(name: string, root: string): Promise<Image> {
  const node = join(ROOT, 'node_modules/node/bin/node');
  await run(node, [join(ROOT, 'scripts/image-files.mjs'), join(root, 'service')], { cwd: ROOT });
  await copyFile(node, join(root, 'usr/local/bin/node'));
  const { stdout } = await run('ldd', [node]);
  for (const [, library] of stdout.matchAll(/(\/\S+) \(0x/g)) {
    if (library !== undefined) await copyFile(library, join(root, library));
  }
  for (const directory of ['proc', 'dev', 'tmp', 'var/lib/service', 'etc']) {
    await mkdir(join(root, directory), { recursive: true });
  }
  for (const file of ['dev/null', 'dev/zero', 'dev/random', 'dev/urandom', 'etc/hosts'])
    await writeFile(join(root, file), '');
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/root:/none\nnode:x:1000:1000::/home/node:/none\n');
  return { name, root, ...(await readDockerfile()) };
}

/** The same files under another release number. */
export async function makeNextImage(
  image: Image,
  name: string,
  root: string,
  release: string,
): Promise<Image> {
  await mkdir(dirname(root), { recursive: true });
  await run('cp', ['--archive', '--link', image.root, root]);
  const file = join(root, RELEASE_FILE);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  // Replaced, not rewritten: the file is a hard link to that of the first image.
  await writeFile(`${file}.new`, JSON.stringify({ ...manifest, version: release }));
  await rm(file);
  await rename(`${file}.new`, file);
  return { ...image, name, root };
}

/** WORKDIR and the constants of ENV. */
async function readDockerfile(): Promise<Pick<Image, 'workingDirectory' | 'env'>> {
  const text = await readFile(join(ROOT, 'infra/Dockerfile'), 'utf8');
  const workingDirectory = /^WORKDIR (\S+)$/m.exec(text)?.[1];
  const [line = ''] = /^ENV .*$/m.exec(text) ?? [];
  const variables = [...line.matchAll(/(\w+)=([^\s$]+)(?=\s|$)/g)].map(([, name, value]) => [name, value]);
  if (workingDirectory === undefined) throw new Error('infra/Dockerfile has no WORKDIR.');
  const env = Object.fromEntries(variables) as Record<string, string>;
  return { workingDirectory, env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env } };
}

async function copyFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { dereference: true });
}
