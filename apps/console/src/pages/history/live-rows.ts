import type { Line } from './interaction-line.js';

/** Rows that the live list keeps; for older ones, turn Live off. */
export const MOST_ROWS = 500;

/** The rows of a live list, newest first, and new ones that wait until the reader scrolls up. */
export interface LiveRows {
  rows: readonly Line[];
  waiting: readonly Line[];
  /** Whether older rows were left out. */
  isCut: boolean;
}

export const NO_ROWS: LiveRows = { rows: [], waiting: [], isCut: false };

/** The lines of an answer that the list lacks. */
export function unknownTo({ rows, waiting }: LiveRows, lines: readonly Line[]): Line[] {
  const known = new Set([...waiting, ...rows].map(({ request_id }) => request_id));
  return lines.filter(({ request_id }) => !known.has(request_id));
}

/** Adds new lines to the shown rows or, while the reader is scrolled down, to the waiting ones. */
export function withLines(list: LiveRows, lines: readonly Line[], isPaused: boolean): LiveRows {
  if (lines.length === 0) return list;
  if (!isPaused) return cut({ ...list, rows: merged(lines, [...list.waiting, ...list.rows]), waiting: [] });
  return { ...list, waiting: merged(lines, list.waiting).slice(0, MOST_ROWS) };
}

/** Shows what waits. */
export function shownAll(list: LiveRows): LiveRows {
  return cut({ ...list, rows: merged(list.waiting, list.rows), waiting: [] });
}

function cut(list: LiveRows): LiveRows {
  if (list.rows.length <= MOST_ROWS) return list;
  return { ...list, rows: list.rows.slice(0, MOST_ROWS), isCut: true };
}

/** Several processes write lines at different times, so a line that arrives later is not always newer. */
function merged(left: readonly Line[], right: readonly Line[]): Line[] {
  const key = ({ occurred_at, request_id }: Line): string => `${occurred_at} ${request_id}`;
  return [...left, ...right].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
