import type { IncomingHttpHeaders } from 'node:http';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The trace context of a request, which its commands and events continue (W3C Trace Context, section 3.2); null if it
 * has none, or a malformed one, which is ignored.
 */
export function traceparentOf({ traceparent }: IncomingHttpHeaders): string | null {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;
}
