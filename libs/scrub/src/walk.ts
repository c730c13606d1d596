import type { PoolClient } from 'pg';
import type { Difference } from './difference.js';

/** A way through everything that is kept somewhere, in constant memory. */
export interface Walk {
  /** Looks at the page where it stands, in one snapshot; the same page again until it goes on. */
  look(client: PoolClient): Promise<Difference[]>;
  /** Goes on behind the page that was looked at last; false where that was the last one. */
  advance(): boolean;
}

/** How many subjects, and leaves, are looked at together. */
export interface PageSizes {
  subjects: number;
  /** A multiple of 256, so that tiles are compared whole. */
  leaves: number;
}
