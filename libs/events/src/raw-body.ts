import { DeliveryError } from './delivery-error.js';

/** The body of a request as received. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/** A body in a form that can be hashed.
 *  @throws DeliveryError `body.not_raw`. */
export function contentOfBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not `instanceof`: a buffer can be of another realm, as in a virtual machine of a test or a worker.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new DeliveryError('body.not_raw', 'The body must be given as received, as bytes or as a text.');
}
