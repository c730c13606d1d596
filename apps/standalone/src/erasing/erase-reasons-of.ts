import { setTimeout as sleep } from 'node:timers/promises';
import {
  EventLog,
  eraseReasons,
  lockStream,
  inTransaction,
  readViewGeneration,
  type ErasedReasons,
  type EventAuthentication,
} from '@service/event-store';
import { StartError } from '@service/platform/errors';
import { repeatRolledBack } from '@service/platform/postgres';
import type { PublishedEventAuthentication } from '@service/messaging';
import { REASONED_VIEW, eraseShownReasons } from '@service/verify-api';
import { erasePublishedReasons } from '@service/webhook-dispatcher';
import type { Pool } from 'pg';

/** Kinds of subject whose transitions have reasons, with the logs of their events. */
const LOGS = { record: 'record_store', authority: 'credential_authority' } as const;

/** The record or authority whose reasons are erased. */
export interface ReasonedSubject {
  kind: keyof typeof LOGS;
  id: string;
  projectId: string;
}

/** Makes new MACs for what is stored without its reason: bodies of published events, and results of commands. */
export interface ErasedCodes {
  publishedEvents: Pick<PublishedEventAuthentication, 'codeOf' | 'bodyOf'>;
  results: Pick<EventAuthentication, 'ofResults'>;
}

const ATTEMPTS = 25;
const PAUSE = 200;

/**
 * Erases the reasons of a record's or an authority's transitions wherever they are stored, at once; null where
 * the project has no such subject. Elements hold only salted digests of reasons, so chains stay sound.
 * @param pool of the owner, who alone may change an event's companion.
 * @param viewPool of the gateway, which owns the view: the owner runs nothing that an app could have changed.
 * @throws StartError while the view is being rebuilt, from events that may have been read before, or where it, or what is
 *   published, is too far behind.
 */
export async function eraseReasonsOf(
  pool: Pool,
  viewPool: Pool,
  subject: ReasonedSubject,
  { publishedEvents, results }: ErasedCodes,
): Promise<ErasedReasons | null> {
  const schema = LOGS[subject.kind];
  const log = new EventLog(pool, schema);
  if (!(await isOfProject(log, subject))) return null;
  const total: ErasedReasons = { reasons: 0, results: 0 };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await generationOf(pool, subject);
    const eraseOnce = () =>
      inTransaction(pool, 'BEGIN', async (client) => {
        const version = await lockStream(client, schema, subject.id);
        if (version === null) return null;
        // Committed first, while the stream is locked: no event can bring a reason back.
        const isErased =
          subject.kind === 'record' ||
          (await inTransaction(viewPool, 'BEGIN', (shown) => eraseShownReasons(shown, subject.id, version)));
        if (!isErased) return null;
        const [newest] = await log.readEach([{ stream_id: subject.id, version }], client);
        const published = {
          id: subject.id,
          projectId: subject.projectId,
          newestEventId: newest?.event_id ?? '',
        };
        if ((await erasePublishedReasons(client, published, publishedEvents)) === null) return null;
        return eraseReasons(client, schema, subject.id, results.ofResults(schema));
      });
    const erased = await repeatRolledBack(eraseOnce);
    if (erased !== null) {
      total.reasons += erased.reasons;
      total.results += erased.results;
      // The tables of a rebuild that ended meanwhile may hold reasons that were read before.
      if ((await generationOf(pool, subject)) === before) return total;
    }
    await sleep(PAUSE);
  }
  throw new StartError(
    `Not everything was erased: a view or the webhook-dispatcher does not have all events of ${subject.id} yet.`,
  );
}

/** By the first element. */
async function isOfProject(log: EventLog, { id, projectId }: ReasonedSubject): Promise<boolean> {
  const [first] = await log.readAfter(new Map([[id, 0]]));
  if (first?.element === undefined || first.element === null) return false;
  return (JSON.parse(first.element) as { project_id?: unknown }).project_id === projectId;
}

/**
 * The set of tables of the view that shows the subject's reasons; null for a record, whose reasons are read where they are
 * erased.
 * @throws StartError while that view is being rebuilt.
 */
async function generationOf(pool: Pool, { kind }: ReasonedSubject): Promise<string | null> {
  if (kind === 'record') return null;
  const { id, rebuilding } = await readViewGeneration(pool, REASONED_VIEW);
  if (rebuilding) {
    throw new StartError(
      `The view ${REASONED_VIEW.name} is being rebuilt, or its rebuild was interrupted: erase again after the rebuild.`,
    );
  }
  return id;
}
