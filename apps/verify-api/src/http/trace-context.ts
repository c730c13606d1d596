import type { IncomingHttpHeaders } from 'node:http';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The trace context that a request comes with, which its command and events carry on (W3C Trace Context, section
 * 3.2); null where it has none, or one that is to be ignored because it is malformed.
 */
export function traceparentOf({ traceparent }: IncomingHttpHeaders): string | null {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;
}
