import { EventStore, type EventAuthentication } from '@service/event-store';
import type { Pool } from 'pg';
import { LOG } from '../streams/own-log.js';
import { OperatorCommands } from './operator-commands.js';

/**
 * The commands on operators, for a command of the host on an environment's database. The host only invites, which
 * depends on no owner.
 * @param authentication makes and checks the codes of this app's events.
 */
export function openOperatorCommands(pool: Pool, authentication: EventAuthentication): OperatorCommands {
  return new OperatorCommands(new EventStore(pool, LOG, authentication), { ids: () => [] });
}
