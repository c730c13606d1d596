import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { StartError, loadSettings, readIfPresent, writeSecretFile } from '@service/platform';
import { Pepper } from './pepper.js';
import { makePepper, pepperFileOf, peppersIn, placeOf, type PepperSettings } from './pepper-file.js';

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
  const settings = loadSettings(variables);
  const hosted = settings.environments;
  const unknown = names.find((name) => !hosted.includes(name as Environment));
  if (unknown !== undefined) {
    throw new StartError(`There is no environment ${unknown} here; ENVIRONMENTS are ${hosted.join(', ')}.`);
  }
  const wanted = names.length === 0 ? hosted : ENVIRONMENTS.filter((each) => names.includes(each));
  // All are read before any is written.
  const files = await Promise.all(wanted.map((environment) => readOwn(settings, environment)));
  for (const { environment, path, secrets } of files) {
    const secret = makePepper();
    await writeSecretFile(path, [secret, ...secrets, ''].join('\n'));
    const { id } = new Pepper(secret);
    say(
      `${environment}: the pepper ${id} is now the first line of ${path}; ${kept(secrets.length)} below it.`,
    );
  }
  say(
    'Restart the service: what is issued or rotated from then on depends on the new pepper. Rotate the other credentials; npm run pepper -- list says when nothing depends on an old line any more, and it may go.',
  );
}

async function readOwn(settings: PepperSettings, environment: Environment) {
  const file = pepperFileOf(settings, environment);
  if (file.setting !== null) {
    throw new StartError(
      `${placeOf(file)} is looked after by you: add the new pepper there, as docs/credentials.md says.`,
    );
  }
  const content = await readIfPresent(file.path);
  const secrets = peppersIn(content?.toString('utf8') ?? '');
  if (secrets.length === 0) {
    throw new StartError(`${placeOf(file)} has no pepper yet; the first start makes one.`);
  }
  return { environment, path: file.path, secrets };
}

function kept(count: number): string {
  return count === 1 ? 'the one before stays' : `the ${count} before stay`;
}
