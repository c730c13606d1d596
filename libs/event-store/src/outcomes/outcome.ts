import { ServiceError, type CommandEnvelope, type ErrorData } from '@service/contracts';
import { DAY } from '@service/platform/days';

/** What a command was answered, under its idempotency key: a reply or a refusal. */
export interface Outcome {
  key: string;
  command_id: string;
  /** Of the request that the key came with; null where nobody could have sent another. */
  body_digest: string | null;
  /** Null beside a refusal, and only there. */
  reply: unknown;
  refusal: ErrorData | null;
  /** ISO 8601; from then on the key is free again. */
  kept_until: string;
}

/** A command as its handling sees it; what the clock brings about has no id and no key. */
export type HandledCommand = Pick<CommandEnvelope, 'key' | 'deadline'> &
  Partial<Pick<CommandEnvelope, 'id' | 'idempotency_key' | 'body_digest' | 'traceparent'>>;

/** Milliseconds that clocks may differ by, with much to spare. */
const CLOCKS = 60_000;

/**
 * When a command's outcome may be forgotten. A key that is the command's own id only stands for the transport's
 * redeliveries, which end with its deadline; any other is a caller's, who may come back for a day.
 */
export function keptUntil(command: Pick<HandledCommand, 'id' | 'idempotency_key' | 'deadline'>): Date {
  const redelivered = command.idempotency_key === command.id;
  return new Date(redelivered ? command.deadline + CLOCKS : Date.now() + DAY);
}

/** The outcome to keep of a command; null where it has no key. */
export function outcomeOf(
  command: HandledCommand,
  answer: { reply: unknown } | { refusal: ServiceError },
): Outcome | null {
  const { id = '', idempotency_key: key = null, body_digest = null } = command;
  if (key === null) return null;
  return {
    key,
    command_id: id,
    body_digest,
    reply: 'reply' in answer ? answer.reply : null,
    refusal: 'refusal' in answer ? answer.refusal.toData() : null,
    kept_until: keptUntil(command).toISOString(),
  };
}

/**
 * Answers a command with the outcome that stands under its key.
 * @throws ServiceError the first one's refusal; `idempotency.key_reused` for another request under the key.
 */
export function replay(standing: Outcome, command: HandledCommand): unknown {
  if (standing.body_digest !== (command.body_digest ?? null))
    throw new ServiceError('idempotency.key_reused');
  if (standing.refusal !== null) throw ServiceError.fromData(standing.refusal);
  return standing.reply;
}
