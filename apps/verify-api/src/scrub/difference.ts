/** A place where what is kept differs from what it was made from. */
export interface Difference {
  /** Whose answers it makes doubtful. */
  subject_id: string;
  /** Where and what, for people. */
  difference: string;
}
