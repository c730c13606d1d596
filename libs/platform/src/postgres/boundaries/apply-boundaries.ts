import type { Client } from 'pg';
import type { AppBoundary } from './app-boundary.js';
import { applyGrants, type RoleNames } from './apply-grants.js';
import { grantsOf } from './grants.js';
import { publishTables } from './publish-tables.js';

/**
 * Publishes what the apps' tables stand for and sets every role's rights, after migrations and after a command that
 * replaces tables: new tables have no grants.
 * @param client logged in as the owner, in a transaction.
 */
export async function applyBoundaries(
  client: Client,
  roles: RoleNames,
  boundaries: readonly AppBoundary[],
): Promise<void> {
  for (const boundary of boundaries) await publishTables(client, boundary);
  await applyGrants(client, roles, grantsOf(boundaries));
}
