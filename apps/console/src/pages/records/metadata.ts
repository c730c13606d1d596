/** Parses metadata: `name=value`, one on each line or separated by commas. */
export function readPairs(text: string): Record<string, string> {
  const lines = text.split(/[\n,]/).map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf('=');
        return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
  );
}

/** Metadata as such a text, with one pair on each line. */
export function writePairs(pairs: Readonly<Record<string, string>>): string {
  return pairTexts(pairs).join('\n');
}

/** Pairs as a filter of a list takes them. */
export function pairTexts(pairs: Readonly<Record<string, string>>): string[] {
  return Object.entries(pairs).map(([name, value]) => `${name}=${value}`);
}

/** The patch from old to new metadata; null removes a pair. */
export function changedPairs(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const set = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...set]);
}
