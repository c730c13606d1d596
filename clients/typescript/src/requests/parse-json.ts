/** Levels of nesting that are read, as verifiers do; deeper values end recursive functions with an exhausted stack. */
const DEEPEST = 64;

/** @throws SyntaxError where a text is not JSON, or is nested more than 64 levels deep. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level = containersIn([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new SyntaxError(`There are more than ${DEEPEST} levels.`);
    level = level.flatMap((each) => containersIn(Object.values(each)));
  }
  return value;
}

function containersIn(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
