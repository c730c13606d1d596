import type { PersonalFields } from './personal-digest.js';

/** Lines of a lane that were stored together, oldest first. */
export interface HistoryBlock {
  /** Sequence of its first line. */
  sequence: number;
  /** The links of all lines, concatenated. */
  links: Uint8Array;
  lines: readonly string[];
  /** By digest, without erased fields. */
  personal: Readonly<Record<string, PersonalFields>>;
}
