/** A place where what is kept differs from what it was made from. */
export interface Difference {
  /** Whose answers it makes doubtful. */
  subject_id: string;
  /** Where and what, for people. */
  difference: string;
}

/** How many there are, as the end of a scrub says it. */
export function countInWords({ length }: readonly Difference[]): string {
  return length === 1 ? '1 difference' : `${length} differences`;
}
