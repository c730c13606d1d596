import { StartError } from '@service/platform/errors';
import { listPeppers } from '../authentication/peppers/list-peppers.js';
import { rotatePeppers } from '../authentication/peppers/rotate-pepper.js';

const [word, ...names] = process.argv.slice(2);

if (word === 'list') await listPeppers();
else if (word === 'rotate') await sayProblems(() => rotatePeppers(process.env, names, print));
else
  await sayProblems(() => Promise.reject(new StartError('npm run pepper -- list, or rotate [environment].')));

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function sayProblems(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
