import type { CommandPayload, CommandType } from './commands.js';

/**
 * A command on its way to the owner of its aggregate. The gateway makes the ids: the key is known before the
 * aggregate exists, and commands of one aggregate stay in order.
 */
export interface CommandEnvelope<Type extends CommandType = CommandType> {
  id: string;
  type: Type;
  /** Id of the aggregate. */
  key: string;
  /** Null where the aggregate belongs to no project. */
  project_id: string | null;
  /** The credential that the command is sent for, or the part of the service that sends it for itself. */
  issued_by: string;
  request_id: string | null;
  issued_at: string;
  /** Milliseconds since 1970 after which the owner ignores the command. */
  deadline: number;
  idempotency_key: string | null;
  body_digest: string | null;
  /** Versions of the named aggregates that the sender has seen; the owner waits until its copies have them. */
  known_versions: Record<string, number>;
  /** W3C trace context. */
  traceparent: string | null;
  /** Absent if the request has none, and in commands of earlier releases. */
  tracestate?: string | null;
  payload: CommandPayload<Type>;
}

/** A received command of one of these types; its type determines its payload. */
export type ReceivedCommand<Type extends CommandType> = Type extends CommandType
  ? CommandEnvelope<Type>
  : never;

/** The part of a command that a decider reads. */
export type Command<Type extends CommandType> = Type extends CommandType
  ? Pick<CommandEnvelope<Type>, 'type' | 'payload'>
  : never;
