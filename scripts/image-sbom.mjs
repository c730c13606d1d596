import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The SBOM (CycloneDX) of the packages at these places, such as `node_modules/pg`: the lock file's, without all
 * others.
 * @throws Error where the lock file does not have one of them.
 */
export async function sbomOf(places) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { stdout } = await run('npm', words, { maxBuffer: 64 * 1024 * 1024 });
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const sbom = JSON.parse(stdout);
  const wanted = new Set(places.map((place) => `${nameOf(place)}@${packages[place]?.version}`));
  const components = sbom.components.filter(({ name, version }) => wanted.has(`${name}@${version}`));
  const known = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...wanted].filter((each) => !known.has(each));
  if (missing.length > 0) throw new Error(`The lock file does not have ${missing.join(', ')}.`);
  const refs = new Set([sbom.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...sbom, components, dependencies };
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
