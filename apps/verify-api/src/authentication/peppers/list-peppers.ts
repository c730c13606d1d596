import { forEachEnvironment } from '@service/platform/commands';
import { PEPPERS, listSecretLines } from '@service/platform/secret-lines';
import { countByPepper } from './dependent-credentials.js';
import { Pepper } from './pepper.js';
import { readCredentials } from './logged-credentials.js';

/** Prints every pepper of every environment, held or missing, and how many live credentials depend on it. */
export function listPeppers(): Promise<void> {
  return forEachEnvironment(async ({ environment, database, settings }) => {
    const counts = countByPepper(await readCredentials(database.urlOf('verify_api')), new Date());
    const idOf = (line: string) => new Pepper(line).id;
    const lines = await listSecretLines(PEPPERS, settings, environment, idOf, counts);
    process.stdout.write(`${environment}: ${lines.join('\n')}\n`);
  });
}
