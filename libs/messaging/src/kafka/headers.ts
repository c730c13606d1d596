import type { MessageHeaders } from './connection/port.js';

/** A header's text; empty where the message has no such header. */
export function headerText(headers: MessageHeaders | undefined, name: string): string {
  const value = headers?.[name];
  return value === undefined ? '' : String(Array.isArray(value) ? value[0] : value);
}
