import { setTimeout as sleep } from 'node:timers/promises';
import {
  EventLog,
  eraseReasons,
  lockStream,
  inTransaction,
  readViewGeneration,
  type ErasedReasons,
} from '@service/event-store';
import { StartError } from '@service/platform/errors';
import { SHOWN_REASONS } from '@service/verify-api';
import type { Pool } from 'pg';

/** The record or authority whose reasons are erased. */
export interface ReasonedSubject {
  kind: keyof typeof SHOWN_REASONS;
  id: string;
  projectId: string;
}

const ATTEMPTS = 25;
const PAUSE = 200;

/**
 * Erases the reasons of a record's or an authority's transitions wherever they are stored, at once; null where
 * the project has no such subject. Elements hold only salted digests of reasons, so chains stay sound.
 * @param pool of the owner, who alone may change an event's companion.
 * @param viewPool of the gateway, which owns the view: the owner runs nothing that an app could have changed.
 * @throws StartError while the view is being rebuilt, from events that may have been read before, or where it
 *   is too far behind.
 */
export async function eraseReasonsOf(
  pool: Pool,
  viewPool: Pool,
  subject: ReasonedSubject,
): Promise<ErasedReasons | null> {
  const { view, erase } = SHOWN_REASONS[subject.kind];
  if (!(await isOfProject(new EventLog(pool, view.log), subject))) return null;
  const total: ErasedReasons = { reasons: 0, results: 0 };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readViewGeneration(pool, view);
    requireNoRebuild(before.rebuilding, view.name);
    const erased = await inTransaction(pool, 'BEGIN', async (client) => {
      const version = await lockStream(client, view.log, subject.id);
      if (version === null) return null;
      // Committed first, while the stream is locked: no event can bring a reason back.
      const isThere = await inTransaction(viewPool, 'BEGIN', (shown) => erase(shown, subject.id, version));
      return isThere ? eraseReasons(client, view.log, subject.id) : null;
    });
    if (erased !== null) {
      total.reasons += erased.reasons;
      total.results += erased.results;
      const after = await readViewGeneration(pool, view);
      requireNoRebuild(after.rebuilding, view.name);
      // The tables of a rebuild that ended meanwhile may hold reasons that were read before.
      if (after.id === before.id) return total;
    }
    await sleep(PAUSE);
  }
  throw new StartError(
    `Not everything was erased: the view ${view.name} does not have all events of ${subject.id} yet.`,
  );
}

/** By the first element. */
async function isOfProject(log: EventLog, { id, projectId }: ReasonedSubject): Promise<boolean> {
  const [first] = await log.readAfter(new Map([[id, 0]]));
  if (first?.element === undefined || first.element === null) return false;
  return (JSON.parse(first.element) as { project_id?: unknown }).project_id === projectId;
}

function requireNoRebuild(rebuilding: boolean, view: string): void {
  if (!rebuilding) return;
  throw new StartError(
    `The view ${view} is being rebuilt, or its rebuild was interrupted: erase again after the rebuild.`,
  );
}
