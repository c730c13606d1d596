import type { PersonalFields } from './personal-digest.js';

/** Lines of a lane that were kept together, oldest first. */
export interface HistoryBlock {
  /** Of its first line. */
  sequence: number;
  /** The link of each line, one after the other. */
  links: Buffer;
  lines: readonly string[];
  /** By digest; what was erased is not there. */
  personal: Readonly<Record<string, PersonalFields>>;
}
