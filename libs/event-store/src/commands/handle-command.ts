import { ServiceError } from '@service/contracts';
import type { EventStore, LoadedStream } from '../log/event-store.js';
import type { Claim, NewEvent } from '../log/events.js';

/** What was decided on a stream as it was loaded. */
export interface Decision<Result> {
  events: NewEvent[];
  claims?: Claim[];
  /** Other streams that the decision rests on, with the version they must still have. */
  asserted?: { stream_id: string; expected: number }[];
  /** Thrown after the events are appended: a clock's transition may come before a refusal. */
  refusal?: ServiceError | null;
  result: Result;
}

export interface CommandTarget<Result> {
  streamId: string;
  /** Milliseconds since 1970. */
  deadline: number;
  /** Made where a name is somebody else's. */
  taken?: (owner: string) => ServiceError;
  /** Throws what it refuses; a caller's `If-Match` is its to compare, once it knows whose stream it is. */
  decide: (stream: LoadedStream) => Promise<Decision<Result>> | Decision<Result>;
}

const ATTEMPTS = 20;

/**
 * Loads, decides and appends; what another append overtook is decided again on the newer stream.
 * @throws ServiceError the refusal; `service.unavailable` past the deadline or after too many conflicts.
 */
export async function handleCommand<Result>(
  store: EventStore,
  target: CommandTarget<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stream = await store.read(target.streamId);
    const decision = await target.decide(stream);
    if (decision.events.length === 0) return finish(decision);
    const outcome = await store.append({
      streams: [{ stream_id: target.streamId, expected: stream.version }, ...(decision.asserted ?? [])],
      events: decision.events,
      claims: decision.claims ?? [],
      deadline: target.deadline,
    });
    if (outcome.appended) return finish(decision);
    if (outcome.conflict === 'deadline') break;
    if (outcome.conflict.kind === 'claim' && target.taken) throw target.taken(outcome.conflict.owner);
  }
  throw new ServiceError('service.unavailable');
}

function finish<Result>({ refusal, result }: Decision<Result>): Result {
  if (refusal) throw refusal;
  return result;
}
