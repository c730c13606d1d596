import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';

/**
 * Checks that a directory holds the listed jars and no other: a repository, a mirror or a cache of Maven may answer
 * something else under the same name.
 * @param sums digests and names, in the form of sha256sum.
 * @throws StartError that names the first jar that differs.
 */
export async function requireListedJars(directory: string, sums: string): Promise<void> {
  const lines = sums.trimEnd().split('\n');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const name of await readdir(directory)) {
    const digest = createHash('sha256')
      .update(await readFile(join(directory, name)))
      .digest('hex');
    if (listed.get(name) !== digest) {
      const fault = listed.has(name) ? 'has not the digest that is listed' : 'is not listed';
      throw new StartError(`${name}, which Maven fetched, ${fault} in SHA256SUMS.`);
    }
    listed.delete(name);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw new StartError(`Maven did not fetch ${missing}, which SHA256SUMS lists.`);
}
