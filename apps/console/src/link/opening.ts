import { environment } from '../api/place.js';
import { refusesFrom, type Question } from './question.js';

/** A signed answer without its history. */
export interface AnswerAlone {
  answer: string;
  request_id: string;
  as_of: string;
  signature: string;
  path: string;
}

/** What a link discloses, unchecked; `bundle` is JSON. `shows` is what its creator wants to be printed. */
export type Opened = { shows: readonly string[] } & (
  { bundle: string; answer: null } | { bundle: null; answer: AnswerAlone }
);

/** Why nothing was disclosed: the link leads nowhere, the service asks to wait, or it does not answer. */
export type Refusal = 'gone' | 'busy' | 'unreachable';

/**
 * Opens the link. The secret travels in a header field, so that no address with it is in any log.
 * @param from size of the log that this browser saw before; 0 for none.
 */
export async function openLink(question: Question, nonce: string, from: number): Promise<Opened | Refusal> {
  const since = from > 0 ? `?from=${from}` : '';
  try {
    const response = await fetch(`/v/${environment}/open${since}`, {
      method: 'POST',
      headers: { authorization: `Link ${question.key}`, 'service-nonce': nonce },
      credentials: 'omit',
      cache: 'no-store',
    });
    // The log has no such size. The check of the pin reports that.
    if (response.status === 400 && from > 0 && refusesFrom(await response.json()))
      return await openLink(question, nonce, 0);
    if (response.status === 404) return 'gone';
    if (response.status === 429 || response.status === 503) return 'busy';
    if (!response.ok) return 'unreachable';
    const { link, bundle, answer } = (await response.json()) as {
      link: { shows: string[] };
      bundle?: unknown;
      answer?: AnswerAlone;
    };
    const { shows } = link;
    return answer === undefined
      ? { shows, bundle: JSON.stringify(bundle), answer: null }
      : { shows, bundle: null, answer };
  } catch {
    return 'unreachable';
  }
}
