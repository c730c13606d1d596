import { ServiceError, UnavailableError } from '@service/contracts';
import type { EventStore, LoadedStream } from '../log/event-store.js';
import type { AppendConflict, Claim, NewEvent } from '../log/events.js';
import { outcomeOf, replay, type HandledCommand } from '../outcomes/outcome.js';

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
  /** Its key is the id of the stream. */
  command: HandledCommand;
  /** Made where a name is somebody else's. */
  taken?: (owner: string) => ServiceError;
  /** Throws what it refuses; a caller's `If-Match` is its to compare, once it knows whose stream it is. */
  decide: (stream: LoadedStream) => Promise<Decision<Result>> | Decision<Result>;
}

const ATTEMPTS = 20;

/**
 * Loads, decides and appends; what another append overtook is decided again on the newer stream. The outcome of
 * a command with an idempotency key, refusals too, is kept by the append that makes it true; a command whose
 * key has an outcome already gets that one and changes nothing.
 * @throws ServiceError the refusal; `idempotency.key_reused` for another request under the same key;
 *   `service.unavailable` past the deadline or after too many conflicts.
 */
export async function handleCommand<Result>(
  store: EventStore,
  target: CommandTarget<Result>,
): Promise<Result> {
  const { command, taken } = target;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stream = await store.read(command.key);
    let decision: Decision<Result> = await decideOn(target, stream);
    let conflict = await append(store, command, stream, decision);
    if (taken && conflict !== 'deadline' && conflict?.kind === 'claim') {
      decision = refusing(taken(conflict.owner));
      conflict = await append(store, command, stream, decision);
    }
    if (conflict === null) return finish(decision);
    if (conflict === 'deadline') throw deadlinePassed(command);
    if (conflict.kind === 'outcome') return replay(conflict.standing, command) as Result;
  }
  throw new UnavailableError({ cause: 'overtaken', key: command.key, attempts: ATTEMPTS });
}

function deadlinePassed({ key, deadline }: HandledCommand): UnavailableError {
  return new UnavailableError({ cause: 'deadline_passed', key, late_ms: Date.now() - deadline });
}

/** The decision, or the refusal to make one; what is no refusal is thrown, and nothing is kept of it. */
async function decideOn<Result>(
  { decide }: CommandTarget<Result>,
  stream: LoadedStream,
): Promise<Decision<Result>> {
  try {
    return await decide(stream);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return refusing(error);
    throw error;
  }
}

function refusing(refusal: ServiceError): Decision<never> {
  return { events: [], refusal, result: undefined as never };
}

/** Appends what was decided, and the outcome; answers what stands in the way, null for nothing. */
async function append<Result>(
  store: EventStore,
  command: HandledCommand,
  stream: LoadedStream,
  { events, claims = [], asserted = [], refusal, result }: Decision<Result>,
): Promise<AppendConflict | 'deadline' | null> {
  const outcome = outcomeOf(command, refusal ? { refusal } : { reply: result });
  const isEmpty = events.length === 0;
  if (isEmpty && outcome === null) return null;
  const appended = await store.append({
    streams: isEmpty ? [] : [{ stream_id: command.key, expected: stream.version }, ...asserted],
    events,
    claims,
    outcome,
    traceparent: command.traceparent ?? null,
    deadline: command.deadline,
  });
  return appended.appended ? null : appended.conflict;
}

function finish<Result>({ refusal, result }: Decision<Result>): Result {
  if (refusal) throw refusal;
  return result;
}
