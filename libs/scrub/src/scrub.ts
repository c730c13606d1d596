import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { KnownFindings } from './known-findings.js';
import { RoundReports } from './round-reports.js';
import { ScrubRound, type RoundOptions } from './scrub-round.js';

const PAGES = { subjects: 500, leaves: 4_096 };
/** Milliseconds. */
const SETTLE = 200;

/** What a scrub compares, and in which environment. */
export type ScrubSources = Omit<RoundOptions, 'pool' | 'findings' | 'pages' | 'settle'> & {
  environment: Environment;
};

/**
 * Compares the catalogue, all events, views and the log, and stores differences for the gateways, which answer
 * `verified: false` for them until a scrub no longer finds them. Its report lets gateways forget what they found before
 * and it does not. A finding can only turn an answer to false.
 */
export async function scrub(
  pool: Pool,
  sources: ScrubSources,
  found: (difference: Difference) => void,
): Promise<Difference[]> {
  const findings = new Findings(pool, new KnownFindings(Infinity), found);
  const round = await ScrubRound.begin({ pool, ...sources, findings, pages: PAGES, settle: SETTLE });
  const all: Difference[] = [];
  for (let page = await round.step(); page !== null; page = await round.step()) all.push(...page.differences);
  if (round.isWhole) {
    await new RoundReports({ pool, ...sources }).write({ ...findings.lastRound(), completed: new Date() });
  }
  return all;
}
