import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../infra/percentiles.ts';
import { askAt } from '../ask.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { threadSeconds } from '../process-figures.ts';
import { PATH } from '../verify/verification.ts';
import type { FloodTarget } from './floods.ts';

/** Callers of the quiet tenant, and the milliseconds that each waits after an answer. */
export const [CALLERS, PAUSE] = [8, 50];
/** One of so many requests is for a list, which is read from the database. */
const LISTS = 4;

/** Milliseconds of the quiet tenant's requests. */
export interface Round {
  verified: number[];
  listed: number[];
  /** Processor time of the busiest gateway's first thread between a verification and its answer. */
  worked: number[];
  /** Answers that were not 200. */
  refused: number;
}

/** Verifies records of a tenant, and lists them, for some seconds. @param gateways process ids. */
export async function askFor(
  { port, tokens, records }: FloodTarget,
  gateways: readonly number[],
  seconds: number,
): Promise<Round> {
  const ask = askAt(port, tokens[0] as string);
  const round: Round = { verified: [], listed: [], worked: [], refused: 0 };
  await closedLoop(CALLERS, seconds, async (number) => {
    const isList = number % LISTS === 0;
    const before = gateways.map(workOf);
    const sentAt = performance.now();
    const answer = await (
      isList
        ? ask('GET', '/v1/records?limit=20')
        : ask('POST', PATH, { record_id: records[number % records.length] })
    ).catch(() => null);
    (isList ? round.listed : round.verified).push(performance.now() - sentAt);
    if (!isList)
      round.worked.push(Math.max(...gateways.map((pid, index) => workOf(pid) - (before[index] ?? 0))));
    if (answer?.status !== 200) round.refused += 1;
    await pause(PAUSE);
  });
  return round;
}

/** The round of both. */
export function together(first: Round, second: Round): Round {
  return {
    verified: [...first.verified, ...second.verified],
    listed: [...first.listed, ...second.listed],
    worked: [...first.worked, ...second.worked],
    refused: first.refused + second.refused,
  };
}

/** Columns of a round under a flood, with its ratios to quiet ones. */
export function columnsOf(during: Round, quiet: Round): Record<string, number> {
  const p99 = (of: (round: Round) => number[]) => [during, quiet].map((round) => percentile(of(round), 0.99));
  const [verified = 0, quietly = 0] = p99((round) => round.verified);
  const [listed = 0, listedQuietly = 0] = p99((round) => round.listed);
  const [worked = 0, workedQuietly = 0] = p99((round) => round.worked);
  return {
    quiet_p50_ms: percentile(quiet.verified, 0.5),
    quiet_p99_ms: quietly,
    p50_ms: percentile(during.verified, 0.5),
    p99_ms: verified,
    ratio: verified / quietly,
    work_ratio: worked / workedQuietly,
    list_p99_ms: listed,
    list_ratio: listed / listedQuietly,
    refused: during.refused,
  };
}

/** Milliseconds of processor time that a process has used by its first thread, on which requests are answered. */
function workOf(pid: number): number {
  return (threadSeconds(pid) ?? 0) * 1_000;
}
