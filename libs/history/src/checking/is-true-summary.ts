import { isDeepStrictEqual } from 'node:util';
import { credentialOf, mayWrite, readLine, type HistoryLine } from '../lines/read-line.js';
import { countableEntries } from '../usage/countable-entries.js';
import { Tally, type TallyEntry } from '../writing/tally.js';

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
export function isTrueSummary(writer: string, summary: BlockSummary, lines: readonly string[]): boolean {
  const said = lines.flatMap((text) => {
    const line = readLine(text);
    // Readers search lines as text, so a line must have exactly the form that is written.
    return line !== null && mayWrite(writer, line) && JSON.stringify(line) === text ? [line] : [];
  });
  const [first, last] = [said[0], said[said.length - 1]];
  if (first === undefined || last === undefined || said.length !== lines.length) return false;
  const tally = tallyOf(said);
  const requests = said.map(({ request_id }) => request_id).sort();
  return (
    summary.line_count === lines.length &&
    summary.sequence === String(first.sequence) &&
    isoOf(summary.first_at) === first.occurred_at &&
    isoOf(summary.last_at) === last.occurred_at &&
    summary.first_request === requests[0] &&
    summary.last_request === requests[requests.length - 1] &&
    isDeepStrictEqual(inOrder(summary.tally), inOrder(tally)) &&
    countableEntries({ ...summary, writer }).length === tally.length
  );
}

function tallyOf(lines: readonly HistoryLine[]): TallyEntry[] {
  const tally = new Tally();
  for (const line of lines) {
    const { operation, error_code: errorCode, items, outcome, occurred_at } = line;
    const counted = { credentialId: credentialOf(line), operation, errorCode, items };
    tally.count(counted, outcome, Date.parse(occurred_at));
  }
  return tally.entries();
}

/** PostgreSQL's `infinity` comes as a number, and only from an intruder. */
function isoOf(moment: Date): string | null {
  return typeof moment === 'object' ? moment.toISOString() : null;
}

function inOrder(tally: unknown): unknown {
  if (!Array.isArray(tally)) return tally;
  const nameOf = (entry: Partial<TallyEntry> | null) =>
    JSON.stringify([entry?.hour, entry?.credential_id, entry?.operation, entry?.outcome, entry?.error_code]);
  return tally.toSorted((a: TallyEntry, b: TallyEntry) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
