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
 * Compares all events, views and the log, and stores differences for the gateways, which answer `verified: false` for
 * them until a scrub no longer finds them. A finding can only turn an answer to false.
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
