import type { Digest } from '@service/evidence';
import type { SaidInteraction } from './line-filter.js';
import type { KeptLine } from './open-block.js';

/** A line as it is answered: its own members first and in their order, from which its bytes can be made again. */
export interface ShownInteraction extends SaidInteraction {
  day: string;
  writer: string;
  /** Null where it was removed. */
  link: Digest | null;
  address: string | null;
  user_agent: string | null;
}

export function shownInteraction({ said, day, writer, link, personal }: KeptLine): ShownInteraction {
  return {
    ...said,
    day,
    writer,
    link,
    address: personal?.address ?? null,
    user_agent: personal?.user_agent ?? null,
  };
}
