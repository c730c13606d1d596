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
import type { PublishedEventAuthentication } from '@service/messaging';
import { SHOWN_REASONS } from '@service/verify-api';
import { erasePublishedReasons } from '@service/webhook-dispatcher';
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
 * @param publishedEvents makes the codes of published events, whose bodies have reasons too.
 * @throws StartError while the view is being rebuilt, from events that may have been read before, or where it, or what is
 *   published, is too far behind.
 */
export async function eraseReasonsOf(
  pool: Pool,
  viewPool: Pool,
  subject: ReasonedSubject,
  publishedEvents: Pick<PublishedEventAuthentication, 'codeOf' | 'isAuthentic'>,
): Promise<ErasedReasons | null> {
  const { view, erase } = SHOWN_REASONS[subject.kind];
  const log = new EventLog(pool, view.log);
  if (!(await isOfProject(log, subject))) return null;
  const total: ErasedReasons = { reasons: 0, results: 0 };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readViewGeneration(pool, view);
    requireNoRebuild(before.rebuilding, view.name);
    const erased = await inTransaction(pool, 'BEGIN', async (client) => {
      const version = await lockStream(client, view.log, subject.id);
      if (version === null) return null;
      // Committed first, while the stream is locked: no event can bring a reason back.
      const isShown = await inTransaction(viewPool, 'BEGIN', (shown) => erase(shown, subject.id, version));
      if (!isShown) return null;
      const [newest] = await log.readEach([{ stream_id: subject.id, version }], client);
      const published = {
        id: subject.id,
        projectId: subject.projectId,
        newestEventId: newest?.event_id ?? '',
      };
      if ((await erasePublishedReasons(client, published, publishedEvents)) === null) return null;
      return eraseReasons(client, view.log, subject.id);
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
    `Not everything was erased: the view ${view.name} or the webhook-dispatcher does not have all events of ${subject.id} yet.`,
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
