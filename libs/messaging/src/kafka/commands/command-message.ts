import {
  ServiceError,
  UnavailableError,
  type CommandEnvelope,
  type ErrorData,
  type UnavailableCause,
} from '@service/contracts';
import type { KafkaMessage, Message } from 'kafkajs';
import { headerText } from '../headers.js';

/** Where a reply is waited for. */
export interface ReplyTo {
  /** Of the sender: others that share the partition leave its replies alone. */
  replica: string;
  partition: number;
}

/** A command as it travels: one aggregate's stay in order by their key. */
export function commandMessage(command: CommandEnvelope, { replica, partition }: ReplyTo): Message {
  return {
    key: command.key,
    value: JSON.stringify(command),
    headers: {
      type: command.type,
      command_id: command.id,
      reply_to: `${replica}/${partition}`,
      ...(command.traceparent === null ? {} : { traceparent: command.traceparent }),
    },
  };
}

/** A command that arrived; null where the message is none. */
export function readCommand(message: KafkaMessage): { command: CommandEnvelope; replyTo: ReplyTo } | null {
  const [replica, partition] = headerText(message.headers, 'reply_to').split('/');
  if (!replica || !/^\d+$/.test(partition ?? '')) return null;
  try {
    const command = JSON.parse(message.value?.toString('utf8') ?? '') as CommandEnvelope;
    const sound = [command.id, command.type, command.key].every((text) => typeof text === 'string');
    return sound && command.id !== '' && Number.isFinite(command.deadline)
      ? { command, replyTo: { replica, partition: Number(partition) } }
      : null;
  } catch {
    return null;
  }
}

/** What an owner answers: a reply, or a refusal from the registry, with why where it is `service.unavailable`. */
export type Outcome = { reply: unknown } | { refusal: ErrorData; why?: UnavailableCause };

/** The outcome that an error is. */
export function refusalOf(error: ServiceError): Outcome {
  const refusal = error.toData();
  return error instanceof UnavailableError ? { refusal, why: error.why } : { refusal };
}

export function outcomeMessage(
  commandId: string,
  { replica, partition }: ReplyTo,
  outcome: Outcome,
): Message {
  return {
    key: null,
    partition,
    value: JSON.stringify(outcome),
    headers: { command_id: commandId, replica },
  };
}

/** A reply that arrived: for which command of which replica; null where the message is none. */
export function readOutcome({
  headers,
  value,
}: KafkaMessage): { commandId: string; replica: string; outcome: Outcome } | null {
  try {
    const outcome = JSON.parse(value?.toString('utf8') ?? '') as Outcome | null;
    if (typeof outcome !== 'object' || outcome === null) return null;
    return { commandId: headerText(headers, 'command_id'), replica: headerText(headers, 'replica'), outcome };
  } catch {
    return null;
  }
}

/** @throws ServiceError the refusal. */
export function replyOf(outcome: Outcome): unknown {
  if (!('refusal' in outcome)) return outcome.reply;
  const { refusal, why } = outcome;
  throw refusal.code === 'service.unavailable'
    ? new UnavailableError(readCause(why))
    : ServiceError.fromData(refusal);
}

/** Most members of a cause that arrived, and most characters of each: it is logged, and a broker can be lied to. */
const MOST_MEMBERS = 8;
const MOST_CHARACTERS = 200;

function readCause(why: unknown): UnavailableCause {
  if (typeof why !== 'object' || why === null || !('cause' in why)) return { cause: 'unknown' };
  const members = Object.entries(why).slice(0, MOST_MEMBERS);
  const bounded = members.map(([name, value]) => [
    name.slice(0, MOST_CHARACTERS),
    typeof value === 'number' || typeof value === 'boolean' ? value : String(value).slice(0, MOST_CHARACTERS),
  ]);
  return Object.fromEntries(bounded) as UnavailableCause;
}
