import { parseArgs } from 'node:util';
import { ENVIRONMENTS, ROLES, type Environment, type RoleGrant } from '@service/contracts';
import { StartError } from '@service/platform/errors';

const USAGE = `Use: npm run console -- invite <environment> [--role ${ROLES.join('|')}] [--project <project>]`;

/** Who is invited, and where. */
export interface WantedOperator {
  environment: Environment;
  grant: RoleGrant;
}

/**
 * Parses the words after the command. Without options, an owner of all projects is invited.
 * @throws StartError where they are invalid.
 */
export function readConsoleCommand(words: readonly string[]): WantedOperator {
  const { positionals, values } = parsed(words);
  const [verb, environment, ...others] = positionals;
  const known = ENVIRONMENTS.find((each) => each === environment);
  const role = ROLES.find((each) => each === (values.role ?? 'owner'));
  if (verb !== 'invite' || known === undefined || role === undefined || others.length > 0) {
    throw new StartError(USAGE);
  }
  return { environment: known, grant: { project_id: values.project ?? null, role } };
}

function parsed(words: readonly string[]) {
  try {
    const options = { role: { type: 'string' }, project: { type: 'string' } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}
