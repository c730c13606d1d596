import { ApiError, RESTORED_COPY, unreachable } from './api-error.js';
import { Connection } from './connection.js';
import { left } from './leave.js';
import { root } from './place.js';
import { serverClock } from './server-time.js';
import { proofFor } from './step-up.js';

const ENDED = new Set(['session.missing', 'session.ended']);

/** Where the service says who is signed in: without content, nobody. */
const SESSION = new URL(`${root}/api/session`, location.href).href;
/** Milliseconds after which a call without an answer has failed. */
const PATIENCE = 30_000;

/** Whether calls reach the service. The probe also notices that the session has ended meanwhile. */
export const connection = new Connection(() => send(new Request(SESSION)));

let whenSignedOut: () => void = () => undefined;

/** Sets the handler for a session that has ended. */
export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

/**
 * Sends a call of the Console, updates the server clock, and notices the end of the session. A call that needs step-up
 * authentication is retried with it.
 * @throws ApiError `console.unreachable`.
 */
export async function send(request: Request): Promise<Response> {
  // A body can be read only once.
  const again = request.clone();
  const response = await reach(request);
  const isNobody = response.status === 204 && again.method === 'GET' && again.url === SESSION;
  if (isNobody || (response.status === 401 && ENDED.has(await codeOf(response)))) whenSignedOut();
  if (response.status !== 403 || (await codeOf(response)) !== 'session.step_up_required') return response;
  const proof = await proofFor(again);
  if (proof === null) return response;
  const headers = new Headers(again.headers);
  headers.set('service-step-up', proof);
  return reach(new Request(again, { headers }));
}

async function reach(request: Request): Promise<Response> {
  if (left.aborted) return never();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE);
  const sentAt = Date.now();
  try {
    const response = await fetch(request, {
      signal: AbortSignal.any([request.signal, left, waiting.signal]),
    });
    const { headers, status } = response;
    // Without the header, a proxy says that nobody is behind it.
    if (status >= 502 && !headers.has('service-request-id')) connection.lost();
    else connection.answered(status === 503 ? refusalOf(await codeOf(response)) : null);
    serverClock.hear(headers.get('date'), sentAt);
    return response;
  } catch (error) {
    if (left.aborted) return never();
    if (request.signal.aborted) throw error;
    connection.lost();
    throw unreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer's body reads as. @throws ApiError, also where the body breaks off */
export async function unbroken<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (left.aborted) return never();
    throw error instanceof ApiError ? error : unreachable();
  }
}

/** Never resolves: an error would flash on a page that is being left. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

function refusalOf(code: string): 'partly' | 'copy' {
  return code === RESTORED_COPY ? 'copy' : 'partly';
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? '';
}
