import { EventStore, type EventAuthentication } from '@service/event-store';
import type { Pool } from 'pg';
import { LOG } from '../streams/own-log.js';
import { CredentialCommands } from './credential-commands.js';

/** No count: commands of the host are not limited. */
const UNCOUNTED = { liveCredentials: () => 0 };

/**
 * The commands on credentials, for a command of the host on an environment's database.
 * @param authentication makes and checks the codes of this app's events.
 */
export function openCredentialCommands(pool: Pool, authentication: EventAuthentication): CredentialCommands {
  return new CredentialCommands(new EventStore(pool, LOG, authentication), UNCOUNTED, Infinity);
}
