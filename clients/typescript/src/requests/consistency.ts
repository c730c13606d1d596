import { ServiceError } from './faults.js';

/** Header field of the token. */
export const CONSISTENCY_TOKEN = 'Service-Consistency-Token';

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
    this.#token = headers.get(CONSISTENCY_TOKEN) ?? this.#token;
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
