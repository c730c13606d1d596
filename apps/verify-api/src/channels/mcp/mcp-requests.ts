import { invalidRequest } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
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

/**
 * One message: a batch would be answered as one interaction.
 * @throws ServiceError `request.invalid`.
 */
export function messageOf(message: unknown): Message {
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalidRequest('', 'must be one JSON-RPC message');
}
