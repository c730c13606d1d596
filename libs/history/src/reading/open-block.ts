import { LINK_LENGTH, linkText, type Digest, type PersonalFields } from '@service/evidence';
import type { ReadBlock } from './lane-windows.js';
import { matches, readInteraction, type LineFilter, type SaidInteraction } from './line-filter.js';

/** A line with what lies beside it. */
export interface KeptLine {
  /** Its place in every list: its moment, a space, its request id. */
  key: string;
  said: SaidInteraction;
  day: string;
  writer: string;
  /** Null where its link was removed. */
  link: Digest | null;
  /** Null where they were erased. */
  personal: PersonalFields | null;
}

/** Lines at or above the first key and below the second. */
export interface KeyRange {
  from: string;
  below: string;
}

/** The lines of a block that are in range and match, newest first. */
export function openBlock(block: ReadBlock, day: string, range: KeyRange, filter: LineFilter): KeptLine[] {
  const { lines, links, personal, writer } = block;
  const kept = (lines ?? '').split('\n').flatMap((line, index) => {
    const said = readInteraction(line);
    if (said === null || !matches(filter, said)) return [];
    const key = keyOf(said);
    if (key < range.from || key >= range.below) return [];
    const link = links?.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH);
    const linked = link?.length === LINK_LENGTH ? linkText(link) : null;
    return [{ key, said, day, writer, link: linked, personal: personal?.[said.client] ?? null }];
  });
  return kept.sort((a, b) => (a.key < b.key ? 1 : -1));
}

function keyOf({ occurred_at, request_id }: SaidInteraction): string {
  return `${occurred_at} ${request_id}`;
}
