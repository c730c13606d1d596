import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** The folder of a package in a file's path. */
const PLACE = /^node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The licenses of the packages that are bundled in. */
export async function licenses(inputs) {
  const folders = new Set([...inputs].flatMap((file) => PLACE.exec(relative('.', file))?.[0] ?? []));
  const parts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const text = await readFile(`${folder}/LICENSE`, 'utf8');
    return `## ${name} ${version}\n\n${text.trim()}\n`;
  });
  return `# Packages that are bundled in\n\n${(await Promise.all(parts)).join('\n')}`;
}
