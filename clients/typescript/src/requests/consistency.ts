import { ServiceError } from './faults.js';

/** Header field of the token. */
export const CONSISTENCY_TOKEN = 'Service-Consistency-Token';

/** The service’s own have up to 3 KB: a longer one could make every later request too large. */
const KEPT = /^[!-~]{1,4096}$/;

/**
 * Remembers the token of the newest write, so that the next answers show that write, whichever replica gives them. A token
 * names the versions of one write, so after two writes the service waits only for the later one.
 */
export class Consistency {
  #token: string | null = null;

  get token(): string | null {
    return this.#token;
  }

  remember(headers: Headers): void {
    const token = headers.get(CONSISTENCY_TOKEN) ?? '';
    if (KEPT.test(token)) this.#token = token;
  }

  /**
   * Forgets a token that the service rejects, as after a change to a credential of another project.
   * @returns whether the request may be sent again without it.
   */
  forgets(error: unknown, sent: string | null): boolean {
    if (sent === null || !(error instanceof ServiceError) || error.code !== 'request.invalid') return false;
    if (!error.details.some(({ field }) => field === CONSISTENCY_TOKEN)) return false;
    if (this.#token === sent) this.#token = null;
    return true;
  }
}
