import type { Answer } from '../../support/client.js';

/** Header fields whose values differ between any two answers. */
const CHANGING = [
  'date',
  'service-request-id',
  'service-evidence-as-of',
  'service-evidence-signature',
  'service-evidence-path',
  'ratelimit',
  'retry-after',
];

/** An answer, byte for byte, without what differs between any two; `id` stands for the id that was asked for. */
export function comparable({ status, text, headers }: Answer, id: string): object {
  return {
    status,
    text: text.replaceAll(/req_\w+/g, 'req_').replaceAll(id, 'id'),
    headers: [...headers].map(([name, value]) => (CHANGING.includes(name) ? [name] : [name, value])),
  };
}
