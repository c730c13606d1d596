import { setTimeout as pause } from 'node:timers/promises';
import type { RecordVerification } from '@record-verification/client';
import { passesAfter } from '../bulk/patience.js';
import { CommandError, reasonOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import type { ListedEvent } from './forward.js';
import type { ListenState, Progress } from './listen-state.js';

/** Seconds that the service waits for an event. */
const WAIT = 10;
const PAGE = 100;

/** How events are followed. */
export interface FollowTerms {
  service: RecordVerification;
  state: ListenState;
  /** Where the first call begins: a time; null for now. */
  from: string | null;
  /** Called once, when the first page was read: no event after it is missed. */
  onBegun(): void;
  /** Handles an event, with retries. */
  handle(event: ListedEvent): Promise<void>;
  say(sentence: string): void;
  signal: AbortSignal;
}

interface EventPage {
  data: ListedEvent[];
  next_cursor: string;
}

/**
 * Handles the events of a project in order, one at a time, until the signal aborts. Progress is stored after each
 * event: only the event that was being handled when the process was killed is repeated. @throws ServiceError for a
 * permanent refusal.
 */
export async function followEvents(terms: FollowTerms): Promise<void> {
  const { state, onBegun, handle, signal } = terms;
  let progress = (await state.read()) ?? (await begin(terms));
  let hasBegun = false;
  let rest = 0;
  while (!signal.aborted) {
    await pause(rest * 1_000, undefined, { signal });
    const askedAt = performance.now();
    const page = await readPage(terms, progress, hasBegun ? WAIT : 0);
    // Something between did not wait for an event, as it was asked to.
    const isEarly = hasBegun && page.data.length === 0 && performance.now() - askedAt < 1_000;
    rest = isEarly ? Math.min(WAIT, 2 * rest || 1) : 0;
    if (!hasBegun) onBegun();
    hasBegun = true;
    const done = new Set(progress.done);
    for (const event of page.data) {
      if (done.has(event.id)) continue;
      await handle(event);
      progress = { ...progress, done: [...progress.done, event.id] };
      await state.write(progress);
    }
    if (page.next_cursor !== progress.cursor) {
      progress = { cursor: page.next_cursor, done: [] };
      await state.write(progress);
    }
  }
}

/** Stores the first cursor at once, so that no later event is missed, even if this call reads no events. */
async function begin(terms: FollowTerms): Promise<Progress> {
  const { from, state } = terms;
  if (from !== null) return { cursor: null, done: [] };
  // With a wait, the page would hold the first event, and the cursor would lead past it.
  const { next_cursor } = await read(terms, { cursor: 'latest' }, 0);
  const progress = { cursor: next_cursor, done: [] };
  await state.write(progress);
  return progress;
}

function readPage(terms: FollowTerms, { cursor }: Progress, wait: number): Promise<EventPage> {
  return read(terms, cursor === null ? { from: terms.from ?? undefined } : { cursor }, wait);
}

async function read(
  { service, say, signal }: FollowTerms,
  query: Record<string, string | undefined>,
  wait: number,
): Promise<EventPage> {
  let isAway = false;
  for (;;) {
    try {
      const page = await service.request<EventPage>({
        method: 'GET',
        path: '/v1/events',
        query: { ...query, limit: PAGE },
        ...(wait > 0 && { wait }),
        maxRetries: 0,
        signal,
      });
      if (isAway) say('The service is available again.');
      if (!isPage(page)) throw new CommandError('The service did not answer a page of events.', REFUSED);
      return page;
    } catch (error) {
      const after = passesAfter(error);
      if (after === null) throw error;
      if (!isAway) say(`The service is unavailable (${reasonOf(error)}); retrying.`);
      isAway = true;
      await pause(after, undefined, { signal });
    }
  }
}

const REFUSED = { exitCode: EXIT.refused };

function isPage(page: EventPage | null): boolean {
  const isCursor = typeof page?.next_cursor === 'string';
  return isCursor && Array.isArray(page?.data) && page.data.every((event) => typeof event?.id === 'string');
}
