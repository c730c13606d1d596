import { agreedNow, ServiceError, UnavailableError } from '@service/contracts';
import type { EventStore, LoadedStream } from '../log/event-store.js';
import type { AppendConflict, AssertedStream, Claim, NewEvent } from '../log/events.js';
import type { NewMetadata } from '../metadata/metadata-changes.js';
import { replay, toStoredResult, type HandledCommand } from '../idempotency/stored-result.js';

/** Decision on a command and a loaded stream. */
export interface Decision<Result> {
  events: NewEvent[];
  claims?: Claim[];
  /** New metadata of the command's aggregate, which are appended with its events. */
  metadata?: NewMetadata | null;
  /** Other streams that the decision rests on, with the version they must still have. */
  asserted?: readonly AssertedStream[];
  /** Thrown after the events are appended: an expiry may be recorded before the command is refused. */
  refusal?: ServiceError | null;
  result: Result;
}

/** By stream, the newest versions that conflicts of earlier attempts have named. */
export type FoundVersions = ReadonlyMap<string, number>;

export interface CommandTarget<Result> {
  /** Its `key` is the id of the stream. */
  command: HandledCommand;
  /** The refusal if another stream owns a claimed name. */
  taken?: (owner: string, name: string) => ServiceError;
  /**
   * Throws refusals. Compares the caller's `If-Match` only after checking that the stream belongs to the caller's
   * project. Where it rests on a copy of another app's stream, it must wait until the copy has the version that was
   * found.
   */
  decide: (stream: LoadedStream, found: FoundVersions) => Promise<Decision<Result>> | Decision<Result>;
}

const ATTEMPTS = 20;

/**
 * Loads the stream, decides and appends; after a version conflict it decides again on the newer stream. The append
 * also stores the result of a command with an idempotency key, a refusal too. A command whose key has a stored
 * result gets that result and changes nothing.
 * @throws ServiceError the refusal; `idempotency.key_reused` for another request under the same key;
 *   `idempotency.result_forged` where somebody else wrote the stored result; `service.unavailable` past the deadline or after 20 conflicts.
 */
export async function handleCommand<Result>(
  store: EventStore,
  target: CommandTarget<Result>,
): Promise<Result> {
  const { command, taken } = target;
  const found = new Map<string, number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stream = await store.read(command.key);
    let decision: Decision<Result> = await decideOn(target, stream, found);
    let conflict = await append(store, command, stream, decision);
    if (taken && conflict !== 'deadline' && conflict?.kind === 'claim') {
      decision = refusing(taken(conflict.owner, conflict.name));
      conflict = await append(store, command, stream, decision);
    }
    if (conflict === null) return finish(decision);
    if (conflict === 'deadline') throw deadlinePassed(command);
    if (conflict.kind === 'idempotency_key') return replay(conflict.stored, command) as Result;
    if (conflict.kind === 'version') found.set(conflict.stream_id, conflict.actual);
  }
  throw new UnavailableError({ cause: 'overtaken', key: command.key, attempts: ATTEMPTS });
}

function deadlinePassed({ key, deadline }: HandledCommand): UnavailableError {
  return new UnavailableError({ cause: 'deadline_passed', key, late_ms: agreedNow() - deadline });
}

/** The decision, or a refusal that the decider threw; any other error is thrown, and no result is stored. */
async function decideOn<Result>(
  { decide }: CommandTarget<Result>,
  stream: LoadedStream,
  found: FoundVersions,
): Promise<Decision<Result>> {
  try {
    return await decide(stream, found);
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return refusing(error);
    throw error;
  }
}

function refusing(refusal: ServiceError): Decision<never> {
  return { events: [], refusal, result: undefined as never };
}

/** Appends the events and the result; answers the conflict, null for none. */
async function append<Result>(
  store: EventStore,
  command: HandledCommand,
  stream: LoadedStream,
  { events, claims = [], asserted = [], metadata = null, refusal, result }: Decision<Result>,
): Promise<AppendConflict | 'deadline' | null> {
  const stored = toStoredResult(command, refusal ? { refusal } : { reply: result });
  const isEmpty = events.length === 0 && metadata === null;
  if (isEmpty && stored === null) return null;
  const own = { stream_id: command.key, expected: stream.version };
  const changes = events.length > 0;
  const appended = await store.append({
    streams: changes ? [own] : [],
    // Metadata rest on their stream without an event in it.
    asserted: isEmpty ? [] : changes ? asserted : [own, ...asserted],
    events,
    claims,
    metadata,
    result: stored,
    traceparent: command.traceparent ?? null,
    tracestate: command.tracestate ?? null,
    deadline: command.deadline,
  });
  return appended.appended ? null : appended.conflict;
}

function finish<Result>({ refusal, result }: Decision<Result>): Result {
  if (refusal) throw refusal;
  return result;
}
