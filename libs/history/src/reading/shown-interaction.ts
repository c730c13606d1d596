import type { Digest } from '@service/evidence';
import type { HistoryLine } from '../lines/read-line.js';
import type { FoundLine } from './open-block.js';

/** A line as it is answered: its own members come first, in order, so that the bytes of the line can be recomputed. */
export interface ShownInteraction extends HistoryLine {
  // Data beside the line, which its link does not cover.
  day: string;
  writer: string;
  /** Null where the link was removed. */
  link: Digest | null;
  address: string | null;
  user_agent: string | null;
}

export function shownInteraction({ line, day, writer, link, personal }: FoundLine): ShownInteraction {
  return {
    ...line,
    day,
    writer,
    link,
    address: personal?.address ?? null,
    user_agent: personal?.user_agent ?? null,
  };
}
