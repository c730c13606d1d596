import type { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { ScrubRound } from './scrub-round.js';
import type { ScrubbedViews } from './scrubbed-views.js';

const PAGES = { subjects: 500, leaves: 4_096 };
/** Milliseconds. */
const SETTLE = 200;

/**
 * Compares all events, views, and the log, and keeps what differs where gateways see it: they answer
 * `verified: false` for it from then on, until a scrub finds it sound again. A finding can only turn an answer false.
 */
export async function scrub(
  pool: Pool,
  views: ScrubbedViews,
  keys: KeyRing,
  found: (difference: Difference) => void,
): Promise<Difference[]> {
  const findings = new Findings(pool);
  const round = await ScrubRound.begin({ pool, views, keys, findings, pages: PAGES, settle: SETTLE });
  const all: Difference[] = [];
  for (let page = await round.step(); page !== null; page = await round.step()) {
    for (const difference of page.differences) found(difference);
    all.push(...page.differences);
  }
  return all;
}
