/** Levels of nesting that are read, as verifiers do; deeper values end recursive functions with an exhausted stack. */
const DEEPEST = 64;

/** @throws SyntaxError where a text is not JSON, or is nested more than 64 levels deep. */
export function parseJson(text: string): unknown {
  if (isDeeper(text)) throw new SyntaxError(`There are more than ${DEEPEST} levels.`);
  return JSON.parse(text) as unknown;
}

/** Reads the text, not the value: a walk through millions of small parts would take seconds and gigabytes more. */
function isDeeper(text: string): boolean {
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < text.length && depth <= DEEPEST; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\') at += 1;
    else if (isQuoted) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > DEEPEST;
}
