import { isDeepStrictEqual } from 'node:util';
import { credentialOf, readLine, type HistoryLine } from '../lines/read-line.js';
import { Tally, type TallyEntry } from '../writing/tally.js';
import type { Outcome } from '../interaction.js';

/** The summary that a block holds of its lines: lists and usage rely on it without reading the lines. */
export interface BlockSummary {
  sequence: string;
  line_count: number;
  first_at: Date;
  last_at: Date;
  first_request: string;
  last_request: string;
  tally: unknown;
}

/** Whether the summary of a block agrees with its lines. */
export function isTrueSummary(summary: BlockSummary, lines: readonly string[]): boolean {
  const said = lines.flatMap((line) => readLine(line) ?? []);
  const [first, last] = [said[0], said[said.length - 1]];
  if (first === undefined || last === undefined || said.length !== lines.length) return false;
  const requests = said.map(({ request_id }) => request_id).sort();
  return (
    summary.line_count === lines.length &&
    summary.sequence === String(first['sequence']) &&
    summary.first_at.toISOString() === first.occurred_at &&
    summary.last_at.toISOString() === last.occurred_at &&
    summary.first_request === requests[0] &&
    summary.last_request === requests[requests.length - 1] &&
    isDeepStrictEqual(inOrder(summary.tally), inOrder(tallyOf(said)))
  );
}

function tallyOf(lines: readonly HistoryLine[]): TallyEntry[] {
  const tally = new Tally();
  for (const line of lines) {
    // Only the chain was checked: an intruder who can link lines can give their members any type.
    const { operation, items, outcome } = line as unknown as Record<string, unknown>;
    const counted = { credentialId: credentialOf(line), operation: String(operation), items: Number(items) };
    tally.count(counted, outcome as Outcome, Date.parse(line.occurred_at));
  }
  return tally.entries();
}

function inOrder(tally: unknown): unknown {
  if (!Array.isArray(tally)) return tally;
  const nameOf = (entry: Partial<TallyEntry> | null) =>
    [entry?.hour, entry?.credential_id, entry?.operation, entry?.outcome].join(' ');
  return tally.toSorted((a: TallyEntry, b: TallyEntry) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
