import type { Client } from 'pg';
import type { AppBoundary } from './app-boundary.js';
import { applyGrants, type RoleNames } from './apply-grants.js';
import { grantsOf } from './grants.js';
import { createBoundaryViews } from './boundary-views.js';

/**
 * Publishes the apps' tables and sets every role's rights. Run it after migrations and after a command that
 * replaces tables, since new tables have no grants.
 * @param client logged in as the owner, in a transaction.
 */
export async function applyBoundaries(
  client: Client,
  roles: RoleNames,
  boundaries: readonly AppBoundary[],
): Promise<void> {
  for (const boundary of boundaries) await createBoundaryViews(client, boundary);
  await applyGrants(client, roles, grantsOf(boundaries));
}
