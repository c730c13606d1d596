import type { Environment } from '@service/contracts';
import { writeSecretFile } from '../data-directory/secret-file.js';
import { loadEnvironments } from '../settings/environments.js';
import type { Settings } from '../settings/load-settings.js';
import { StartError } from '../start-error.js';
import {
  makeSecretLine,
  readLines,
  secretLinesFileOf,
  type SecretLinesFile,
  type SecretLinesKind,
} from './secret-lines-file.js';

/** A secret that was added as the newest of an environment. */
export interface AddedLine {
  environment: Environment;
  file: SecretLinesFile;
  line: string;
  /** Number of secrets that the file had before. */
  before: number;
}

/**
 * Adds a new secret, as the newest, to every environment of the settings, or to the named ones.
 * @throws StartError where a named one is not among them, or its file is missing or named by a setting.
 */
export async function addSecretLines(
  kind: SecretLinesKind,
  variables: NodeJS.ProcessEnv,
  names: readonly string[],
): Promise<AddedLine[]> {
  const known = loadEnvironments(variables);
  const unknown = names.find((name) => known.every(({ environment }) => environment !== name));
  if (unknown !== undefined) {
    const all = known.map(({ environment }) => environment).join(', ');
    throw new StartError(`There is no environment ${unknown} here; ENVIRONMENTS are ${all}.`);
  }
  const wanted = known.filter(({ environment }) => names.length === 0 || names.includes(environment));
  // Reads all files before it writes one.
  const files = await Promise.all(
    wanted.map(async ({ environment, settings }) => ({ environment, ...(await readOwn(kind, settings)) })),
  );
  const added: AddedLine[] = [];
  for (const { environment, file, lines } of files) {
    const line = makeSecretLine();
    await writeLines(file, [line, ...lines]);
    added.push({ environment, file, line, before: lines.length });
  }
  return added;
}

/**
 * Removes secrets from the service's own file.
 * @throws StartError where the file is missing or named by a setting.
 */
export async function removeSecretLines(
  kind: SecretLinesKind,
  settings: Settings,
  isGone: (line: string) => boolean,
): Promise<void> {
  const { file, lines } = await readOwn(kind, settings);
  await writeLines(
    file,
    lines.filter((line) => !isGone(line)),
  );
}

async function readOwn(kind: SecretLinesKind, settings: Settings) {
  const file = secretLinesFileOf(kind, settings);
  if (file.setting !== null) {
    throw new StartError(
      `${file.displayName} is your own file: change the ${kind.name}s there, as ${kind.page} says.`,
    );
  }
  const lines = await readLines(file);
  if (lines.length === 0) {
    throw new StartError(`${file.displayName} has no ${kind.name} yet; the first start creates one.`);
  }
  return { file, lines };
}

function writeLines({ path }: SecretLinesFile, lines: readonly string[]): Promise<void> {
  return writeSecretFile(path, [...lines, ''].join('\n'));
}
