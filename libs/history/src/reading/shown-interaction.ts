import type { Digest } from '@service/evidence';
import type { HistoryLine } from '../lines/read-line.js';
import type { FoundLine } from './open-block.js';

/** A line as it is answered: its own members first and in their order, from which its bytes can be made again. */
export type ShownInteraction = HistoryLine & BesideLine;

/** What is not linked. */
interface BesideLine {
  day: string;
  writer: string;
  /** Null where it was removed. */
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
