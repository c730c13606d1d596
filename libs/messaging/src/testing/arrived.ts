import type { Message, MessageHeaders, ReceivedMessage } from '../kafka/connection/port.js';

const bytes = (content: string | Buffer): Buffer => Buffer.from(content);

/** A message as a consumer receives it: bytes, at an offset. */
export function arrived({ key, value, headers }: Message, offset = '7'): ReceivedMessage {
  const inBytes = Object.entries(headers ?? {}).map(([name, text]) => [name, bytes(String(text))]);
  return {
    key: key === null || key === undefined ? null : bytes(key),
    value: value === null ? null : bytes(value),
    headers: Object.fromEntries(inBytes),
    offset,
  };
}

/** A message with a change. */
export function garbled(
  message: ReceivedMessage,
  changes: object,
  headers: MessageHeaders = {},
): ReceivedMessage {
  return { ...message, headers: { ...message.headers, ...headers }, ...changes } as ReceivedMessage;
}
