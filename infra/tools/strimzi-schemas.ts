import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchListedJars } from '../kafka/jars.ts';
import { writeCustomSchemas } from './kubernetes-schemas.ts';

const run = promisify(execFile);

/** Its definitions are generated from Java: by a program here, from the classes that Maven fetches. It needs a JDK. */
export async function makeStrimziSchemas(module: string, draft: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'strimzi-'));
  try {
    const at = (name: string) => join(directory, name);
    await fetchListedJars(module, at('jars'));
    const classPath = [at('classes'), at('jars/*')].join(':');
    const sources = ['Definitions.java', 'PresentInVersions.java'].map((name) => join(module, name));
    await run('javac', ['-nowarn', '-cp', classPath, '-d', at('classes'), ...sources]);
    const { stdout } = await run('java', ['-cp', classPath, 'Definitions'], { maxBuffer: 16 * 1024 * 1024 });
    await mkdir(at('definitions'));
    await writeFile(at('definitions/strimzi.yaml'), stdout);
    await writeCustomSchemas(at('definitions'), draft);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
