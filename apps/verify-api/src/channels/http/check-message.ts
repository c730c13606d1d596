import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@service/contracts';

/** A name or an address, and a port (RFC 9110, section 7.2); each may be empty. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

const SEEN_HOST = 1;
const SEEN_CONTENT_TYPE = 2;
const SEEN_AUTHORIZATION = 4;

/**
 * Checks what every request must meet, on any path: one valid `Host` (RFC 9112, section 3.2), no transfer coding but
 * `chunked` (section 6.1), and no repetition of a field that has one value (RFC 9110, section 5.3). Node uses the first
 * of repeated fields, but a proxy may have checked another. Node’s parser itself refuses repeated lengths.
 * @throws ServiceError `request.malformed`.
 */
export function checkMessage(message: IncomingMessage): void {
  const { rawHeaders } = message;
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const mark = markOf(name);
    if ((seen & mark) !== 0) throw malformed(`The header ${name} may occur only once in a request.`);
    seen |= mark;
  }
  const { host, 'transfer-encoding': coding } = message.headers;
  // Node takes any list that ends with `chunked`, whose other codings it does not undo; a proxy may see another body.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw malformed('The Transfer-Encoding header may only be chunked.');
  }
  if (host === undefined) {
    if (message.httpVersion === '1.1') throw malformed('The request has no Host header.');
  } else if (!HOST.test(host)) {
    throw malformed('The Host header is not a host name or an address with an optional port.');
  }
}

/** The bit of a field that has one value, 0 for any other. Comparing the length first is almost free. */
function markOf(name: string): number {
  switch (name.length) {
    case 4:
      return name.toLowerCase() === 'host' ? SEEN_HOST : 0;
    case 12:
      return name.toLowerCase() === 'content-type' ? SEEN_CONTENT_TYPE : 0;
    case 13:
      return name.toLowerCase() === 'authorization' ? SEEN_AUTHORIZATION : 0;
    default:
      return 0;
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('request.malformed', { message });
}
