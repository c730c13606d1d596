import { forEachEnvironment } from '@service/platform/commands';
import { StartError, endWithSentence } from '@service/platform/errors';
import { PEPPERS, listSecretLines } from '@service/platform/secret-lines';
import { countByPepper } from '../admission/authentication/peppers/dependent-credentials.js';
import { readCredentials } from '../admission/authentication/peppers/logged-credentials.js';
import { Pepper } from '../admission/authentication/peppers/pepper.js';
import { rotatePeppers } from '../admission/authentication/peppers/rotate-pepper.js';

const [word, ...names] = process.argv.slice(2);

if (word === 'list') await listPeppers();
else if (word === 'rotate') await reportProblems(() => rotatePeppers(process.env, names, print));
else
  await reportProblems(() =>
    Promise.reject(new StartError('npm run pepper -- list, or rotate [environment].')),
  );

/** Prints the peppers of each environment, missing ones too, and how many live credentials depend on each. */
function listPeppers(): Promise<void> {
  return forEachEnvironment(async ({ environment, database, settings }) => {
    const counts = countByPepper(await readCredentials(database.urlOf('verify_api')), new Date());
    const idOf = (line: string) => new Pepper(line).id;
    const lines = await listSecretLines(PEPPERS, settings, idOf, counts);
    process.stdout.write(`${environment}: ${lines.join('\n')}\n`);
  });
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function reportProblems(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    endWithSentence(error);
  }
}
