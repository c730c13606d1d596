/** A break that is intended. */
export interface AllowedBreak {
  /** The break; a `*` stands for any text. */
  break: string;
  why: string;
}

/** What is wrong with the breaks since a release, and with what allows them. */
export interface Judgement {
  /** Breaks that nobody allowed. */
  refused: string[];
  /** Allowances that no break needs. */
  needless: string[];
  /** Allowances without a reason. */
  unexplained: string[];
}

/** Compares breaks with those that are allowed by name. */
export function judgeBreaks(breaks: readonly string[], allowed: readonly AllowedBreak[]): Judgement {
  const expressions = allowed.map((each) => expressionOf(each.break));
  return {
    refused: breaks.filter((each) => !expressions.some((expression) => expression.test(each))),
    needless: allowed
      .filter((_, index) => !breaks.some((each) => expressions[index]?.test(each)))
      .map((each) => each.break),
    unexplained: allowed.filter(({ why }) => why.trim() === '').map((each) => each.break),
  };
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
