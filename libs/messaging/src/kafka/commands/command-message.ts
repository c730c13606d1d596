import {
  ServiceError,
  UnavailableError,
  type CommandEnvelope,
  type ErrorData,
  type UnavailableCause,
} from '@service/contracts';
import type { Message, ReceivedMessage } from '../connection/port.js';
import { headerText } from '../headers.js';

/** The partition and the replica that a reply is sent to. */
export interface ReplyTo {
  /** Id of the sender; other replicas that share the partition ignore its replies. */
  replica: string;
  partition: number;
}

/** The message of a command. Its key is the aggregate's, which keeps the commands of one aggregate in order. */
export function commandMessage(
  command: CommandEnvelope,
  { replica, partition }: ReplyTo,
): Message & { value: string } {
  const { traceparent, tracestate = null } = command;
  return {
    key: command.key,
    value: JSON.stringify(command),
    headers: {
      type: command.type,
      command_id: command.id,
      reply_to: `${replica}/${partition}`,
      ...(traceparent === null ? {} : { traceparent }),
      ...(tracestate === null ? {} : { tracestate }),
    },
  };
}

/** Reads a command; null where the message is invalid. */
export function readCommand(message: ReceivedMessage): { command: CommandEnvelope; replyTo: ReplyTo } | null {
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

/**
 * The result of a command as its owner sends it: a reply, or a refusal from the registry, with the cause of a
 * `service.unavailable`. `replayed` where it is that of an earlier command with the same idempotency key.
 */
export type CommandResult = ({ reply: unknown } | { refusal: ErrorData; why?: UnavailableCause }) & {
  replayed?: true;
};

/** The result for an error. */
export function refusalOf(error: ServiceError): CommandResult {
  const refusal = error.toData();
  return error instanceof UnavailableError ? { refusal, why: error.why } : { refusal };
}

export function resultMessage(
  commandId: string,
  { replica, partition }: ReplyTo,
  result: CommandResult,
): Message {
  return {
    key: null,
    partition,
    value: JSON.stringify(result),
    headers: { command_id: commandId, replica },
  };
}

/** Ids of a result's command and of the replica that waits for the result; empty where the message names none. */
export function awaitedBy({ headers }: Pick<ReceivedMessage, 'headers'>): {
  commandId: string;
  replica: string;
} {
  return { commandId: headerText(headers, 'command_id'), replica: headerText(headers, 'replica') };
}

/** Reads a result; null where the message is invalid. */
export function readResult({ value }: Pick<ReceivedMessage, 'value'>): CommandResult | null {
  try {
    const result = JSON.parse(value?.toString('utf8') ?? '') as CommandResult | null;
    return typeof result === 'object' ? result : null;
  } catch {
    return null;
  }
}

/** @throws ServiceError the refusal. */
export function replyOf(result: CommandResult): unknown {
  if (!('refusal' in result)) return result.reply;
  const { refusal, why } = result;
  throw refusal.code === 'service.unavailable'
    ? new UnavailableError(readCause(why))
    : ServiceError.fromData(refusal);
}

/** Limits of a received cause, because it is logged: number of members, and characters of each. */
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
