import type { KeptLine } from './open-block.js';

/** A line as it is answered: its own members first and in their order, from which its bytes can be made again. */
export type ShownInteraction = Record<string, unknown>;

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
