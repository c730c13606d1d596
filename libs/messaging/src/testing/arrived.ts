import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

const bytes = (content: string | Buffer): Buffer => Buffer.from(content);

/** A message as a consumer receives it: bytes, at an offset. */
export function arrived({ key, value, headers }: Message, offset = '7'): KafkaMessage {
  const inBytes = Object.entries(headers ?? {}).map(([name, text]) => [name, bytes(String(text))]);
  return {
    key: key === null || key === undefined ? null : bytes(key),
    value: value === null ? null : bytes(value),
    headers: Object.fromEntries(inBytes) as IHeaders,
    timestamp: '0',
    attributes: 0,
    offset,
  };
}

/** A message with a change. */
export function garbled(message: KafkaMessage, changes: object, headers: IHeaders = {}): KafkaMessage {
  return { ...message, headers: { ...message.headers, ...headers }, ...changes } as KafkaMessage;
}
