import { PEPPERS, addSecretLines } from '@service/platform/secret-lines';
import { Pepper } from './pepper.js';

/**
 * Puts a new pepper before those of every environment that the settings host, or of the ones named.
 * @param say is told what was done, and what is to be done next.
 * @throws StartError where an environment is not hosted, or its file is missing or not the service's own.
 */
export async function rotatePeppers(
  variables: NodeJS.ProcessEnv,
  names: readonly string[],
  say: (sentence: string) => void,
): Promise<void> {
  for (const { environment, file, line, kept } of await addSecretLines(PEPPERS, variables, names)) {
    const { id } = new Pepper(line);
    say(`${environment}: the pepper ${id} is now the first line of ${file.path}; ${others(kept)} below it.`);
  }
  say(
    'Restart the service: what is issued or rotated from then on depends on the new pepper. Rotate the other credentials; npm run pepper -- list says when nothing depends on an old line any more, and it may go.',
  );
}

function others(count: number): string {
  return count === 1 ? 'the one before stays' : `the ${count} before stay`;
}
