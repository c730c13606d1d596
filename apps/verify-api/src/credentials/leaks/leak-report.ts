import { ServiceError, type ErrorDetail } from '@service/contracts';
import { TOKEN_PATTERN } from '../../admission/authentication/tokens/token.js';

/** A token that a secret scanner found, in the form of GitHub's secret scanning partner programme. */
export interface LeakReport {
  token: string;
  /** Where the token was found. */
  url: string | null;
}

const MOST_REPORTS = 100;
const MOST_REASON = 500;

/** Reports as `readLeakReports` returns them. */
export class LeakReportsInput {
  reports!: LeakReport[];
}

const optionalText = { type: ['string', 'null'] };

/** The body in the OpenAPI document. */
export const leakReportsSchema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_REPORTS,
  items: {
    type: 'object',
    properties: {
      token: { type: 'string', minLength: 1, description: 'The token that was found.' },
      type: { ...optionalText, description: 'The scanner’s name for this type of token.' },
      url: { ...optionalText, description: 'Where it was found; part of the reason of the revocation.' },
      source: { ...optionalText, description: 'The kind of place in which it was found.' },
    },
    required: ['token'],
  },
};

/** @throws ServiceError `request.invalid`. */
export function readLeakReports(body: unknown): LeakReport[] {
  if (!Array.isArray(body) || body.length === 0 || body.length > MOST_REPORTS) {
    throw invalid([{ field: '', issue: `must be an array of 1 to ${MOST_REPORTS} objects` }]);
  }
  const problems = body.flatMap(problemsOf);
  if (problems.length > 0) throw invalid(problems);
  return (body as { token: string; url?: string | null }[]).map(({ token, url }) => ({
    token,
    url: url ?? null,
  }));
}

function problemsOf(item: unknown, index: number): ErrorDetail[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return [{ field: `[${index}]`, issue: 'must be an object' }];
  }
  const { token, ...optional } = item as Record<string, unknown>;
  const wrong = ['type', 'url', 'source'].filter((name) => {
    const value = optional[name];
    return value !== undefined && value !== null && typeof value !== 'string';
  });
  const problems = wrong.map((name) => ({ field: `[${index}].${name}`, issue: 'must be a text or null' }));
  if (typeof token === 'string' && token !== '') return problems;
  return [{ field: `[${index}].token`, issue: 'must be a text that is not empty' }, ...problems];
}

function invalid(details: ErrorDetail[]): ServiceError {
  return new ServiceError('request.invalid', { details });
}

/** A token in an address, where `_` may be percent-encoded (RFC 3986, section 2.1). */
const TOKEN_IN_URL = new RegExp(
  TOKEN_PATTERN.replaceAll('_', '(?:_|%5[Ff])').replaceAll(String.raw`\b`, ''),
  'g',
);

/** The reason of the revocation: where the token was found, on one line, and no token of any kind. */
export function leakReason({ url }: Pick<LeakReport, 'url'>): string {
  const place = (url ?? '')
    .replaceAll(TOKEN_IN_URL, 'svc_...')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  if (place.trim() === '') return 'Reported as leaked.';
  const reason = `Reported as leaked: ${place.trim()}`.slice(0, MOST_REASON);
  // The cut may have split a surrogate pair.
  return reason.isWellFormed() ? reason : reason.slice(0, -1);
}
