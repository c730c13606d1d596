import type { PoolClient } from 'pg';
import type { Difference } from './difference.js';

/** A walk through stored data in constant memory. */
export interface Walk {
  /** Compares the current page in one snapshot. Repeats the same page until `advance`. */
  look(client: PoolClient): Promise<Difference[]>;
  /** Moves to the next page; false after the last one. */
  advance(): boolean;
  /** Rows of the page that was looked at. */
  readonly size: number;
}

/** Subjects and leaves of a page. */
export interface PageSizes {
  subjects: number;
  /** A multiple of 16, so that tiles are compared whole. */
  leaves: number;
}
