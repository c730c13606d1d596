/** Who asks, as far as it matters to what they find. */
export interface AskingCaller {
  /** Null for an operator, whose credential belongs to no project. */
  projectId: string | null;
  /** Ids of the authorities that they are limited to; null for all of their project. */
  authorities: readonly string[] | null;
}

/** Whether a caller reaches what belongs to an authority. */
export function reaches({ authorities }: Pick<AskingCaller, 'authorities'>, authorityId: string): boolean {
  return authorities === null || authorities.includes(authorityId);
}
