import type { Environment } from '@service/contracts';
import type { CommandTarget } from '@service/platform/commands';
import { withClient } from '@service/platform/postgres';
import { consoleOriginOf } from './console-origin-of.js';
import { inviteOperator } from './invite-operator.js';

type WelcomeTarget = CommandTarget & { port: number };

/**
 * Start message about the Console in an environment where nobody has signed in yet: on a terminal, a link that makes
 * its visitor an owner; otherwise, because logs are kept, the command that prints such a link.
 * @returns null where there is somebody, or browsers cannot reach the Console.
 */
export async function consoleWelcome(target: WelcomeTarget, isTerminal: boolean): Promise<string | null> {
  const { environment, settings, port } = target;
  const origin = consoleOriginOf(settings, port);
  if (origin === null || (await hasOperator(target))) return null;
  if (!isTerminal) return `Sign in to the Console: npm run console -- invite ${environment}\n`;
  const { link } = await inviteOperator(target, { project_id: null, role: 'owner' }, origin);
  return `Sign in to the Console (${named(environment)}; the link works once, for 30 minutes):\n\n${link}\n`;
}

/** Whether anybody has ever redeemed an invitation or signed in by the OIDC provider. */
function hasOperator({ database }: CommandTarget): Promise<boolean> {
  return withClient(database.urlOf('credential_authority'), async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM credential_authority.events
        WHERE type IN ('service.operator.key_added', 'service.operator.provisioned')) AS found`,
    );
    return rows[0]?.found === true;
  });
}

function named(environment: Environment): string {
  return environment === 'production' ? 'PRODUCTION' : environment;
}
