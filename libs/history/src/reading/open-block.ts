import { LINK_LENGTH, linkText, type Digest, type PersonalFields } from '@service/evidence';
import type { ReadBlock } from './lane-windows.js';
import { mayWrite, readLine, type HistoryLine } from '../lines/read-line.js';
import { matches, type LineFilter } from './line-filter.js';

/** A line with the data that is stored beside it. */
export interface FoundLine {
  /** The key that lists are sorted by: the moment, a space, the request id. */
  key: string;
  line: HistoryLine;
  day: string;
  writer: string;
  /** Null where the link was removed. */
  link: Digest | null;
  /** Null where the personal fields were erased. */
  personal: PersonalFields | null;
}

/** Lines at or above the first key and below the second. */
export interface KeyRange {
  from: string;
  below: string;
}

/** The lines of a block that are in range and match, newest first. */
export function openBlock(block: ReadBlock, day: string, range: KeyRange, filter: LineFilter): FoundLine[] {
  const { lines, links, personal, writer } = block;
  const found = (lines ?? '').split('\n').flatMap((text, index) => {
    const line = readLine(text);
    if (line === null || !mayWrite(writer, line) || !matches(filter, line)) return [];
    const key = keyOf(line);
    if (key < range.from || key >= range.below) return [];
    const link = links?.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH);
    const linked = link?.length === LINK_LENGTH ? linkText(link) : null;
    const fields = line.client === null ? null : personal?.[line.client];
    return [{ key, line, day, writer, link: linked, personal: fields ?? null }];
  });
  return found.sort((a, b) => (a.key < b.key ? 1 : -1));
}

function keyOf({ occurred_at, request_id }: HistoryLine): string {
  return `${occurred_at} ${request_id}`;
}
