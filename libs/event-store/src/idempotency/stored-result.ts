import {
  agreedNow,
  ServiceError,
  noteReplayed,
  type CommandEnvelope,
  type ErrorData,
} from '@service/contracts';
import { DAY } from '@service/platform/days';

/** The result of a command, a reply or a refusal, stored under its idempotency key. */
export interface StoredResult {
  key: string;
  command_id: string;
  /** Digest of the request that the key came with; null for a key that belongs to one command alone. */
  body_digest: string | null;
  /** Null if and only if there is a refusal. */
  reply: unknown;
  refusal: ErrorData | null;
  /** ISO 8601; from then on the key is free again. */
  expires_at: string;
}

/** A command as its handler sees it; an expire command has no id and no key. */
export type HandledCommand = Pick<CommandEnvelope, 'key' | 'deadline'> &
  Partial<Pick<CommandEnvelope, 'id' | 'idempotency_key' | 'body_digest' | 'traceparent' | 'tracestate'>>;

/** Milliseconds that clocks may differ by, with a wide margin. */
const CLOCKS = 60_000;

/**
 * When a command's stored result expires. A key that equals the command's id serves redeliveries by the
 * transport only, which end with the deadline; any other key is a caller's, who may retry for a day.
 */
export function resultExpiry(command: Pick<HandledCommand, 'id' | 'idempotency_key' | 'deadline'>): Date {
  const redelivered = command.idempotency_key === command.id;
  return new Date(redelivered ? command.deadline + CLOCKS : agreedNow() + DAY);
}

/** The result of a command, to be stored; null where the command has no key. */
export function toStoredResult(
  command: HandledCommand,
  answer: { reply: unknown } | { refusal: ServiceError },
): StoredResult | null {
  const { id = '', idempotency_key: key = null, body_digest = null } = command;
  if (key === null) return null;
  return {
    key,
    command_id: id,
    body_digest,
    reply: 'reply' in answer ? answer.reply : null,
    refusal: 'refusal' in answer ? answer.refusal.toData() : null,
    expires_at: resultExpiry(command).toISOString(),
  };
}

/**
 * Returns the result stored under a command's idempotency key, and marks it as replayed if it is another command's.
 * @param stored null for one that the log’s owner did not write. The command is not executed then: it may have been already.
 * @throws ServiceError the stored refusal; `idempotency.key_reused` where the stored result is another request's;
 *   `idempotency.result_forged`.
 */
export function replay(stored: StoredResult | null, command: HandledCommand): unknown {
  if (stored === null) throw new ServiceError('idempotency.result_forged');
  if (stored.body_digest !== (command.body_digest ?? null)) throw new ServiceError('idempotency.key_reused');
  // A command that the transport delivers twice gets its own result.
  if (stored.command_id !== command.id) noteReplayed(command);
  if (stored.refusal !== null) throw ServiceError.fromData(stored.refusal);
  return stored.reply;
}
