import { dayOf, endOf } from '@service/platform/days';
import type { Pool } from 'pg';
import { indexedDays } from '../storage/subject-index.js';
import { findDay, findLanes, readWindows, type ReadBlock } from './lane-windows.js';
import { textsOf, type LineFilter } from './line-filter.js';
import { openBlock, type FoundLine, type KeyRange } from './open-block.js';

/** Which lines of a project are searched. */
export interface LineSearch {
  projectId: string;
  filter: LineFilter;
  range: KeyRange;
}

/** The lines that were found since the last ones were returned. */
export interface FoundLines {
  lines: FoundLine[];
  /** All matching lines above this key have been returned. */
  until: string;
  /** Blocks and lines that were searched so far. */
  blocks: number;
  scanned: number;
}

/** Reads a lane from newer to older blocks. */
interface LaneReader {
  day: string;
  writer: string;
  /** No line of its unopened blocks has a greater key. */
  bound: string;
  before: string | null;
  window: ReadBlock[];
}

/** The search of a day counts as this number of blocks. */
const BLOCKS_OF_DAY = 20;
/** Lines that are returned together. */
const BATCH = 1_000;
/** Greater than every request id and every key. */
export const LAST = '~';

/**
 * Finds the lines of a project, newest first, by merging its lanes: lanes of several processes overlap in time. Holds
 * one window of each lane and its open blocks, but no transaction.
 */
export async function* newestLines(
  pool: Pool,
  { projectId, filter, range }: LineSearch,
): AsyncGenerator<FoundLines> {
  const texts = textsOf(filter);
  const indexed = filter.subject === undefined ? new Set<string>() : await indexedDays(pool);
  const wanted = `"subject":${JSON.stringify(filter.subject ?? null)}`;
  const moment = range.below === LAST ? '9999-12-31T00:00:00.000Z' : range.below.slice(0, 24);
  const oldest = range.from.slice(0, 10) || '0001-01-01';
  const open: { lines: FoundLine[]; at: number }[] = [];
  const lanes: LaneReader[] = [];
  let found: FoundLine[] = [];
  let blocks = 0;
  let scanned = 0;
  // If the clock was set back at midnight, lines lie in the lanes of the day that had already begun.
  let day = await findDay(pool, projectId, dayAfter(dayAfter(moment.slice(0, 10))), oldest);

  const refill = async (behind: LaneReader[]): Promise<void> => {
    const of = behind[0]?.day ?? '';
    const named = indexed.has(of) ? wanted : null;
    const window = await readWindows(pool, { projectId, day: of, lanes: behind, texts, named });
    for (const lane of behind) {
      lane.window = window.filter(({ writer }) => writer === lane.writer);
      const [first] = lane.window;
      if (first === undefined) lanes.splice(lanes.indexOf(lane), 1);
      else lane.bound = boundOf(first.last_at);
      lane.before = lane.window[lane.window.length - 1]?.sequence ?? null;
    }
    blocks += window.length;
    for (const { line_count } of window) scanned += line_count;
  };
  const openNext = (lane: LaneReader): void => {
    const block = lane.window.shift() as ReadBlock;
    const lines = block.lines === null ? [] : openBlock(block, lane.day, range, filter);
    if (lines.length > 0) open.push({ lines, at: 0 });
    const [next] = lane.window;
    if (next !== undefined) lane.bound = boundOf(next.last_at);
    else if (block.sequence === '1') lanes.splice(lanes.indexOf(lane), 1);
    else lane.bound = boundOf(block.first_at);
  };
  const openDay = async (opened: string): Promise<void> => {
    const places = await findLanes(pool, projectId, opened, moment);
    const added = places.map((place) => ({ ...place, day: opened, bound: '', window: [] }));
    lanes.push(...added);
    if (added.length > 0) await refill(added);
    blocks += BLOCKS_OF_DAY;
    day = await findDay(pool, projectId, opened, oldest);
  };

  for (;;) {
    const block = greatest(open, ({ lines, at }) => lines[at]?.key ?? '');
    const lane = greatest(lanes, ({ bound }) => bound);
    const dayBound = day === null ? '' : `${dayAfter(day)}T00:00:00.000Z `;
    const line = block?.lines[block.at];
    const until = [line?.key ?? '', lane?.bound ?? '', dayBound].sort()[2] as string;
    if (until === '' || until < range.from) break;
    if (block !== undefined && line !== undefined && line.key === until) {
      found.push(line);
      block.at += 1;
      if (block.at === block.lines.length) open.splice(open.indexOf(block), 1);
      if (found.length < BATCH) continue;
    } else if (lane?.bound === until && lane.window.length > 0) {
      openNext(lane);
      continue;
    }
    yield { lines: found, until, blocks, scanned };
    found = [];
    if (line?.key === until) continue;
    if (lane?.bound === until) await refill([lane]);
    else if (day !== null) await openDay(day);
  }
  yield { lines: found, until: '', blocks, scanned };
}

/** Greater than every key of a moment. */
function boundOf(moment: Date): string {
  // PostgreSQL's `infinity` comes as a number, and only from an intruder.
  return typeof moment === 'object' ? `${moment.toISOString()} ${LAST}` : LAST;
}

function dayAfter(day: string): string {
  return day >= '9999-12-30' ? day : dayOf(endOf(day));
}

function greatest<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item | undefined {
  let best: Item | undefined;
  let bestKey = '';
  for (const item of items) {
    const key = keyOf(item);
    if (best === undefined || key > bestKey) [best, bestKey] = [item, key];
  }
  return best;
}
