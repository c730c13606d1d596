import {
  CLOCK_SLACK_SECONDS,
  cosignedAt,
  cosignedByNow,
  cosignedWithin,
  firstFailure,
  openCheckpoint,
  refusesEveryRecord,
  verifyBundle,
  verifySignedAnswer,
  type EvidenceBundle,
  type JsonValue,
  type Report,
  type Trust,
} from '@service/evidence';
import { EvidenceFault } from '../requests/faults.js';
import type { RequestOptions } from '../requests/request-options.js';
import { LearnedKeys } from './learned-keys.js';
import { trustOf, type Pinned } from './pinned.js';

/** A request whose answer proves itself, and the answer as it arrived. */
export interface ProvedAnswer {
  /** Whether the answer is a bundle, or carries its signature in its headers. */
  kind: 'answer' | 'bundle';
  /** The request's body; for a bundle, the requested record. */
  asked: JsonValue;
  nonce: string;
  text: string;
  headers: Headers;
}

/** Reads the bundle of a record, with a nonce, on the terms of the request whose answer is checked. */
export type ReadBundle = (recordId: string, nonce: string, terms: RequestOptions) => Promise<string>;

/** Checks that fail for an unknown key, which the log may prove. */
const BY_UNKNOWN_KEYS = ['answer.key', 'record.signatures'];
/** Seconds. The log is cosigned every half minute; a day tolerates an unavailable witness and a wrong clock. */
const MAX_LOG_AGE = 86_400;
const RECORD_ID = /^[\w-]+$/;
const EVIDENCE_HEADERS = ['as-of', 'signature', 'path'].map((name) => `service-evidence-${name}`);

/** Checks answers with the pinned keys. Other keys are accepted from bundles that the pinned log proves. */
export class AnswerChecker {
  readonly #trust: Trust;
  readonly #learned = new LearnedKeys();
  readonly #options: { clockSlackSeconds?: number };
  readonly #maxLogAge: number;
  readonly #now: () => Date;
  readonly #readBundle: ReadBundle;
  readonly #newNonce: () => string;

  /** @throws EvidenceError where the pinned keys cannot be used; TypeError for an invalid `maxLogAgeSeconds`. */
  constructor(pinned: Pinned, readBundle: ReadBundle, newNonce: () => string) {
    const { clockSlackSeconds, maxLogAgeSeconds = MAX_LOG_AGE, now = () => new Date() } = pinned;
    if (!Number.isSafeInteger(maxLogAgeSeconds) || maxLogAgeSeconds <= 0)
      throw new TypeError('maxLogAgeSeconds must be a whole number from 1.');
    this.#trust = trustOf(pinned);
    this.#options = clockSlackSeconds === undefined ? {} : { clockSlackSeconds };
    this.#maxLogAge = maxLogAgeSeconds;
    this.#now = now;
    this.#readBundle = readBundle;
    this.#newNonce = newNonce;
  }

  /** @throws EvidenceFault where the answer is not proven; the errors of reading a bundle. */
  async check(answer: ProvedAnswer, terms: RequestOptions): Promise<Report> {
    const { headers, kind } = answer;
    const requestId = headers.get('service-request-id');
    if (kind === 'bundle') {
      const report = accepted(this.#bundle(answer.text, answer), requestId);
      this.#learn(answer.text);
      return report;
    }
    if (!headers.has('service-evidence-signature')) {
      throw new EvidenceFault('answer.unsigned', 'it carries no signature', requestId, null);
    }
    const report = this.#answer(answer);
    if (report.ok || refusesEveryRecord(report, answer.text)) return report;
    if (!BY_UNKNOWN_KEYS.includes(firstFailure(report)?.check ?? '')) return accepted(report, requestId);
    return accepted(await this.#withTheLogsKeys(answer, report, terms), requestId);
  }

  /** Reads the keys of each record from its bundle, until the answer is proved. */
  async #withTheLogsKeys(answer: ProvedAnswer, first: Report, terms: RequestOptions): Promise<Report> {
    let report = first;
    const ids = recordsIn(answer);
    if (ids.size === 0) {
      const why =
        'the key that signed it is not known yet, and it shows no record whose bundle has it: pin `keys`, or verify a record first';
      throw new EvidenceFault('answer.key', why, answer.headers.get('service-request-id'), first);
    }
    for (const id of ids) {
      const nonce = this.#newNonce();
      const text = await this.#readBundle(id, nonce, terms);
      const found = this.#bundle(text, { asked: { record_id: id }, nonce });
      if (!found.ok) return found;
      if (!this.#learn(text)) {
        const why = `too few witnesses saw the log within ${this.#maxLogAge} s, so that no key is taken from it`;
        throw new EvidenceFault('freshness.witnesses', why, answer.headers.get('service-request-id'), found);
      }
      report = this.#answer(answer);
      if (report.ok) break;
    }
    return report;
  }

  #answer({ text, headers, asked, nonce }: ProvedAnswer): Report {
    const now = this.#now();
    const trust = { ...this.#trust, keys: this.#learned.beside(this.#trust.keys, now) };
    const fields = ['service-request-id', ...EVIDENCE_HEADERS].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const received = { body: text, headers: Object.fromEntries(fields) as Record<string, string> };
    return verifySignedAnswer({ ...received, request: asked, nonce }, trust, { ...this.#options, now });
  }

  #bundle(text: string, { asked, nonce }: Pick<ProvedAnswer, 'asked' | 'nonce'>): Report {
    const now = this.#now();
    return verifyBundle(text, this.#trust, { ...this.#options, now, nonce, request: asked });
  }

  /** Takes the keys of a verified bundle. @returns whether its log is recent enough for that. */
  #learn(text: string): boolean {
    const now = this.#now();
    const bundle = JSON.parse(text) as EvidenceBundle;
    const trust = this.#trust;
    // Without witnesses, the age of a log is unknown.
    if (trust.quorum !== null) {
      const { clockSlackSeconds = CLOCK_SLACK_SECONDS } = this.#options;
      const opened = cosignedByNow(
        openCheckpoint(bundle.checkpoint, { ...trust, cosigners: trust.witnesses }),
        { now, slack: clockSlackSeconds * 1_000 },
      );
      const recent = cosignedWithin(opened, this.#maxLogAge, now.getTime() / 1_000);
      if (cosignedAt(recent, trust) === null) return false;
    }
    this.#learned.learn(bundle, now);
    return true;
  }
}

function accepted(report: Report, requestId: string | null): Report {
  if (report.ok) return report;
  const failure = firstFailure(report);
  throw new EvidenceFault(
    failure?.check ?? 'answer.signature',
    failure?.why ?? 'it is not decided',
    requestId,
    report,
  );
}

/** Record ids of an unproven answer: only valid ids, and no more than were asked for. */
function recordsIn({ text, asked }: ProvedAnswer): Set<string> {
  const records = (asked as { records?: unknown } | null)?.records;
  const most = Array.isArray(records) ? records.length : 1;
  const ids = itemsOf(text).map(({ record }) => (record as { id?: unknown } | null | undefined)?.id);
  return new Set(ids.filter((id) => typeof id === 'string' && RECORD_ID.test(id)).slice(0, most) as string[]);
}

/** The answers in a body, or the body itself; empty if it is malformed. */
function itemsOf(text: string): { [name: string]: unknown }[] {
  try {
    const body = JSON.parse(text) as { [name: string]: unknown } | null;
    const items: unknown[] = Array.isArray(body?.['data']) ? body['data'] : [body];
    return items.filter((item) => typeof item === 'object' && item !== null) as { [name: string]: unknown }[];
  } catch {
    return [];
  }
}
