import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';

const USAGE = 'Use: npm run credentials -- issue-admin <environment> <project>';

/** Where an administrator is wanted. */
export interface WantedAdmin {
  environment: Environment;
  projectId: string;
}

/**
 * Parses the words after the command.
 * @throws StartError where they are invalid.
 */
export function readCredentialCommand(words: readonly string[]): WantedAdmin {
  const [verb, environment, projectId, ...others] = words;
  const known = ENVIRONMENTS.find((each) => each === environment);
  if (verb !== 'issue-admin' || known === undefined || projectId === undefined || others.length > 0) {
    throw new StartError(USAGE);
  }
  return { environment: known, projectId };
}
