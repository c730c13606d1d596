import { faultOf, type HistoryFault, type SaidLine } from './history-fault.js';

/** A line without a link that proves it. */
export interface UnprovenLine {
  said: SaidLine | null;
  /** Its sequence by its place in the block. */
  place: number;
}

/**
 * The faults of the unproven lines between two proven ones.
 * @param after sequence of the proven line before them.
 * @param before sequence of the proven line after them.
 * @param links number of links between those of the two proven lines.
 */
export function findFaultsBetween(
  lines: readonly UnprovenLine[],
  after: number,
  before: number,
  links: number,
): HistoryFault[] {
  const { placed, surplus } = place(lines, after, before);
  const faults = surplus.map(({ said }) => faultOf('inserted', said?.sequence ?? after + 1, said));
  const linksAreMissing = links < before - after - 1;
  let last = after;
  for (const [sequence, { said }] of [...placed].sort(([a], [b]) => a - b)) {
    faults.push(...missing(last + 1, sequence));
    // A line after missing ones cannot be checked, because its previous link is missing as well.
    const unlinked = linksAreMissing && sequence > last + 1 && said?.sequence === sequence;
    if (!unlinked) faults.push(faultOf('edited', sequence, said));
    last = sequence;
  }
  return [...faults, ...missing(last + 1, before)];
}

/**
 * The faults of the unproven lines at the end of a lane.
 * @param written least number of lines that the lane had.
 */
export function findFaultsAtEnd(
  lines: readonly UnprovenLine[],
  after: number,
  written: number,
  links: number,
): { faults: HistoryFault[]; newest: number } {
  const isOwn = ({ said, place }: UnprovenLine) =>
    said === null
      ? links > 0 && place > after
      : said.sequence > after || (place > after && place <= after + links);
  const own = lines.filter(isOwn);
  const foreign = lines.filter((line) => !own.includes(line));
  const certain = own.flatMap(({ said, place }) => ((said?.sequence ?? place) === place ? [place] : []));
  const traced = Math.max(after + Math.max(links - foreign.length, 0), ...certain);
  const newest = Math.max(traced, written);
  const faults = foreign.map(({ said }) => faultOf('inserted', said?.sequence ?? after + 1, said));
  faults.push(
    ...findFaultsBetween(own, after, newest + 1, links).flatMap((fault) => cut(fault, traced, newest)),
  );
  return { faults, newest };
}

/** Lines that are missing at the end without any trace, neither a link nor a text, were cut off. */
function cut(fault: HistoryFault, traced: number, newest: number): HistoryFault[] {
  const { kind, sequence, lines } = fault;
  if (kind !== 'missing' || sequence + lines - 1 < newest || newest === traced) return [fault];
  const first = Math.max(sequence, traced + 1);
  const cutOff: HistoryFault = { ...fault, kind: 'cut_off', sequence: first, lines: newest - first + 1 };
  return [...missing(sequence, first), cutOff];
}

/** Assigns lines their own sequences where possible, and free ones to the rest. */
function place(lines: readonly UnprovenLine[], after: number, before: number) {
  const placed = new Map<number, UnprovenLine>();
  const left: UnprovenLine[] = [];
  for (const line of lines) {
    const sequence = line.said?.sequence ?? line.place;
    if (sequence > after && sequence < before && !placed.has(sequence)) placed.set(sequence, line);
    else left.push(line);
  }
  const surplus: UnprovenLine[] = [];
  let free = after + 1;
  for (const line of left) {
    while (placed.has(free)) free += 1;
    if (free < before) placed.set(free, line);
    else surplus.push(line);
  }
  return { placed, surplus };
}

function missing(from: number, until: number): HistoryFault[] {
  if (until <= from) return [];
  return [{ kind: 'missing', sequence: from, lines: until - from, request_id: null }];
}
