import type { CommandPayload, CommandType } from './commands.js';

/**
 * How a command travels to the owner of its aggregate. The gateway makes the ids, so that the key is known
 * before the aggregate exists and one aggregate's commands stay in order.
 */
export interface CommandEnvelope<Type extends CommandType = CommandType> {
  id: string;
  type: Type;
  /** Id of the aggregate. */
  key: string;
  /** Null where the aggregate belongs to no project. */
  project_id: string | null;
  /** Credential on whose behalf, null for the service itself. */
  issued_by: string | null;
  request_id: string | null;
  issued_at: string;
  /** Milliseconds since 1970; past it the owner does nothing. */
  deadline: number;
  idempotency_key: string | null;
  body_digest: string | null;
  /** Versions that the sender knows of the aggregates it names; the owner waits until its copies have them. */
  known_versions: Record<string, number>;
  /** W3C trace context. */
  traceparent: string | null;
  payload: CommandPayload<Type>;
}

/** A command of one of these types as it arrives: its type says what its payload is. */
export type ReceivedCommand<Type extends CommandType> = Type extends CommandType
  ? CommandEnvelope<Type>
  : never;

/** What a decider reads of a command of one of these types. */
export type Command<Type extends CommandType> = Type extends CommandType
  ? Pick<CommandEnvelope<Type>, 'type' | 'payload'>
  : never;
