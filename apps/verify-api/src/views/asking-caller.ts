/** The members of a caller that decide what it can read. */
export interface AskingCaller {
  /** Null for an operator, whose credential belongs to no project. */
  projectId: string | null;
  /** Ids of the authorities that the caller is limited to; null for all of its project. */
  authorities: readonly string[] | null;
  /** The key under which its reads are counted, where that is not its project's: as for the holder of a link. */
  payer?: string;
}

/** Whether a caller may read what belongs to an authority. */
export function reaches({ authorities }: Pick<AskingCaller, 'authorities'>, authorityId: string): boolean {
  return authorities === null || authorities.includes(authorityId);
}
