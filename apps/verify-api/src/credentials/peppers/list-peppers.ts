import { PEPPERS, forEachEnvironment, linesIn, readIfPresent, secretLinesFileOf } from '@service/platform';
import { countByPepper } from './dependent-credentials.js';
import { Pepper } from './pepper.js';
import { readCredentials } from './logged-credentials.js';

/** Prints every pepper of every environment, held or missing, and how many live credentials depend on it. */
export function listPeppers(): Promise<void> {
  return forEachEnvironment(async ({ environment, databaseUrl, settings }) => {
    const file = secretLinesFileOf(PEPPERS, settings, environment);
    const content = await readIfPresent(file.path);
    const held = linesIn(content?.toString('utf8') ?? '').map((secret) => new Pepper(secret).id);
    const counts = countByPepper(await readCredentials(databaseUrl), new Date());
    const missing = [...counts.keys()].filter((id) => !held.includes(id));
    process.stdout.write(`${environment}: ${file.place}\n`);
    held.forEach((id, index) => printLine(id, counts.get(id) ?? 0, index === 0 ? ', seals what is new' : ''));
    for (const id of missing) printLine(id, counts.get(id) ?? 0, ', missing from the file');
  });
}

function printLine(id: string, credentials: number, note: string): void {
  process.stdout.write(`  ${id}: ${credentials} live credential${credentials === 1 ? '' : 's'}${note}\n`);
}
