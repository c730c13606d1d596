import { LogUnreadable, PublicLog } from '@service/evidence';
import { CommandError, reasonOf } from './errors.js';
import { readBounded } from './read-bounded.js';

/** Milliseconds for one resource. */
const TIMEOUT = 15_000;

/**
 * The prefix of a log's resources, ending in a slash.
 * @param option the option that gave the text, for the message.
 * @throws CommandError where it is no HTTP URL.
 */
export function readLogUrl(option: string, text: string): string {
  try {
    const { protocol, href } = new URL(text);
    if (protocol === 'https:' || protocol === 'http:') return href.endsWith('/') ? href : `${href}/`;
  } catch (error) {
    throw new CommandError(`${option} is no URL: ${reasonOf(error)}.`);
  }
  throw new CommandError(`${option} must be an http or https URL.`);
}

/**
 * The log whose resources are below a URL that ends in a slash.
 * @param stop aborts requests; every method then throws its reason.
 */
export function publicLogAt(url: string, stop?: AbortSignal): PublicLog {
  return new PublicLog(async (path, bytesAtMost) => {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
    try {
      const response = await fetch(url + path, { redirect: 'error', signal });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new LogUnreadable(`${path} is answered with ${response.status}.`, response.status === 404);
      }
      const bytes = await readBounded(response, bytesAtMost);
      if (bytes === null)
        throw new LogUnreadable(`${path} cannot be read: it has more than ${bytesAtMost} bytes.`);
      return bytes;
    } catch (error) {
      stop?.throwIfAborted();
      if (error instanceof LogUnreadable) throw error;
      throw new LogUnreadable(`${path} cannot be read: ${connectionReason(error)}.`);
    }
  });
}

/** The reason of a failed connection; `fetch` puts it into the error's cause. */
function connectionReason(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error);
}
