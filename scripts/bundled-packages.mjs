import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';

/**
 * Writes which packages a bundle contains, as places such as `node_modules/pg`, from which the SBOM of the image is made.
 * @param output of Rolldown or Vite.
 */
export async function writePackages(file, output) {
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  const places = modules.flatMap((id) => relative('.', id).match(PLACE) ?? []);
  await writeFile(file, `${JSON.stringify([...new Set(places)], null, 2)}\n`);
}

export async function readPackages(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The place of the package that a file belongs to. */
export const PLACE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
