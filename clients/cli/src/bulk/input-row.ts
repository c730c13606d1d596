/** Bytes of a line: a request has at most 1 MiB, with the line’s authority and signature. No text has fewer bytes than characters. */
export const LONGEST = 1_000_000;
export const TOO_LONG = 'it has over 1,000,000 bytes';

/** One line of a file, as members. */
export interface InputRow {
  line: number;
  value: Record<string, unknown>;
  /** Why it cannot be read; its members then mean nothing. */
  fault?: string;
}

/** A file of rows that is being read. */
export interface RowSource {
  rows: AsyncGenerator<InputRow>;
  /** Bytes or files in total; null where that is unknown. */
  size: number | null;
  /** Of those, how many were read so far. */
  read(): number;
}
