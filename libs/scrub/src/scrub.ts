import type { Environment } from '@service/contracts';
import type { Pool } from 'pg';
import type { Difference } from './difference.js';
import { Findings } from './findings.js';
import { KnownFindings } from './known-findings.js';
import { Pass } from './pass.js';
import { RoundReports } from './round-reports.js';
import { ScrubRound, type RoundOptions } from './scrub-round.js';
import { walksOf } from './walks.js';

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
  const options = optionsOf(pool, sources, found);
  const began = performance.now();
  const round = await ScrubRound.begin(options);
  const all = await allOf(round);
  if (round.isWhole) {
    const { began: beganAt, found: names } = options.findings.lastRound();
    const work = performance.now() - began;
    const reports = new RoundReports({ pool, ...sources });
    const { logSize: volume } = await reports.read('everything');
    await reports.write('everything', { began: beganAt, completed: new Date(), found: names, volume, work });
  }
  return all;
}

/** The same for the catalogue, recent ends and the newest leaves alone. Nothing that was found before is forgotten. */
export async function scrubRecent(
  pool: Pool,
  sources: ScrubSources,
  found: (difference: Difference) => void,
): Promise<Difference[]> {
  const options = optionsOf(pool, sources, found);
  await options.findings.beginRound();
  const now = Date.now();
  return allOf(new Pass([...walksOf.ends(options, now), ...walksOf.newest(options, now)], options));
}

function optionsOf(pool: Pool, sources: ScrubSources, found: (difference: Difference) => void) {
  const findings = new Findings(pool, new KnownFindings(Infinity), found);
  return { pool, ...sources, findings, pages: PAGES, settle: SETTLE };
}

async function allOf(pass: Pass): Promise<Difference[]> {
  const all: Difference[] = [];
  for (let page = await pass.step(); page !== null; page = await pass.step()) all.push(...page.differences);
  return all;
}
