import type { JsonValue } from '@service/evidence';
import { environment } from '../api/place.js';

/** What its creator decided of a link. */
export interface LinkTerms {
  record_id: string;
  shows: readonly string[];
  proof: 'history' | 'answer';
  expires_at: string | null;
}

/** A signed answer without its history. */
export interface AnswerAlone {
  answer: string;
  request: { body: JsonValue };
  request_id: string;
  as_of: string;
  signature: string;
  path: string;
}

/** What a link discloses; `bundle` is JSON, unchecked. */
export type Opened =
  { link: LinkTerms; bundle: string; answer: null } | { link: LinkTerms; bundle: null; answer: AnswerAlone };

/** Why nothing was disclosed: the link leads nowhere, the service asks to wait, or it does not answer. */
export type Refusal = 'gone' | 'busy' | 'unreachable';

/**
 * Opens the link. The secret travels in a header field, so that no address with it is in any log.
 * @param key what follows the `#` of the address.
 * @param from size of the log that this browser saw before; 0 for none.
 */
export async function openLink(key: string, from: number): Promise<Opened | Refusal> {
  const since = from > 0 ? `?from=${from}` : '';
  let response: Response;
  try {
    response = await fetch(`/v/${environment}/open${since}`, {
      method: 'POST',
      headers: { authorization: `Link ${key}` },
      credentials: 'omit',
      cache: 'no-store',
    });
    // The log never had the size that was kept: the check of what was kept reports that.
    if (response.status === 400 && from > 0) return await openLink(key, 0);
    if (response.status === 404) return 'gone';
    if (response.status === 429 || response.status === 503) return 'busy';
    if (!response.ok) return 'unreachable';
    const { link, bundle, answer } = (await response.json()) as {
      link: LinkTerms;
      bundle?: unknown;
      answer?: AnswerAlone;
    };
    return answer === undefined
      ? { link, bundle: JSON.stringify(bundle), answer: null }
      : { link, bundle: null, answer };
  } catch {
    return 'unreachable';
  }
}
