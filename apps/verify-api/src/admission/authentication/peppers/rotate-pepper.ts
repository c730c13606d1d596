import { PEPPERS, addSecretLines } from '@service/platform/secret-lines';
import { Pepper } from './pepper.js';

/**
 * Adds a new first pepper to the named environments, or to all that the settings host.
 * @param say prints a sentence about what was done, or what to do next.
 * @throws StartError where an environment is not hosted, or its file is missing or not the service's own.
 */
export async function rotatePeppers(
  variables: NodeJS.ProcessEnv,
  names: readonly string[],
  say: (sentence: string) => void,
): Promise<void> {
  for (const { environment, file, line, before } of await addSecretLines(PEPPERS, variables, names)) {
    const { id } = new Pepper(line);
    say(
      `${environment}: the pepper ${id} is now the first line of ${file.path}; ${others(before)} below it.`,
    );
  }
  say(
    'Restart the service: credentials that are issued or rotated after the restart depend on the new pepper. Rotate the other credentials. Remove an old line when npm run pepper -- list shows that no credential depends on it.',
  );
}

function others(count: number): string {
  return count === 1 ? 'the one before stays' : `the ${count} before stay`;
}
