import { randomUUID } from 'node:crypto';
import { ServiceError, invalidRequest } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import { firstFault } from '../http/interoperable-json.js';
import { MOST, judgedJson, parseJsonBody, textOf } from '../http/json-body.js';
import type { Message } from './called-operation.js';

/**
 * `?readonly=1` narrows what the credential may do, never widens it.
 * @throws ServiceError `request.invalid`.
 */
export function readOnlyOf({ query }: FastifyRequest): boolean {
  const { readonly: asked = '0', ...others } = query as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidRequest(unknown, 'is not a parameter of this address');
  if (asked !== '0' && asked !== '1') throw invalidRequest('readonly', 'must be 0 or 1');
  return asked === '1';
}

/** A message, and how its id is put back into the text of its answer. */
export interface ReadMessage {
  message: Message;
  restore: (text: string) => string;
}

/**
 * Reads one message: a batch would be answered as one interaction. A number as its `id` that a double would round comes back
 * as it was written: the SDK gets a text in its place.
 * @throws ServiceError `request.malformed`, `request.invalid`.
 */
export function readMessage(raw: unknown): ReadMessage {
  try {
    return { message: messageOf(parseJsonBody(raw)), restore: (text) => text };
  } catch (error) {
    const id = error instanceof ServiceError ? roundedId(raw, error) : undefined;
    if (id === undefined) throw error;
    const text = textOf(raw);
    const end = id.at + id.written.length;
    const placeholder = JSON.stringify(randomUUID());
    const message = messageOf(judgedJson(text.slice(0, id.at) + placeholder + text.slice(end), MOST));
    return { message, restore: (answer) => answer.replace(placeholder, id.written) };
  }
}

function roundedId(raw: unknown, { extras }: ServiceError): { at: number; written: string } | undefined {
  return extras.details?.[0]?.field === 'id' ? firstFault(textOf(raw))?.number : undefined;
}

function messageOf(message: unknown): Message {
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalidRequest('', 'must be one JSON-RPC message');
}
