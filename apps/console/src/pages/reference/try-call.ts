import { root } from '../../api/place.js';
import { send } from '../../api/send.js';

/** The answer to a call that somebody tried. */
export interface Tried {
  status: number;
  text: string;
  took: number;
  requestId: string | null;
  limit: string | null;
}

/** Makes a call as somebody typed it, and measures how long the answer took. */
export async function tryCall(
  method: string,
  { path, query }: { path: string; query: Record<string, string> },
  body: string | null,
  projectId: string | null,
): Promise<Tried> {
  const search = new URLSearchParams(query).toString();
  const headers: Record<string, string> = {
    ...(projectId === null ? {} : { 'service-project': projectId }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
  };
  const began = performance.now();
  const request = new Request(`${root}/api${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers,
    ...(body === null ? {} : { body }),
  });
  const response = await send(request);
  const text = await response.text();
  return {
    status: response.status,
    text,
    took: performance.now() - began,
    requestId: response.headers.get('service-request-id'),
    limit: response.headers.get('ratelimit'),
  };
}
