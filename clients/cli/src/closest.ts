/** The known name that a mistyped one most likely stands for; undefined where none is near. */
export function closestTo(typed: string, known: readonly string[]): string | undefined {
  // Members of the API are written external_id, and externalId in many languages.
  const name = typed
    .replaceAll(/[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll('_', '-')
    .toLowerCase();
  const most = 1 + Math.floor(name.length / 5);
  const far = (each: string): number => (each.startsWith(`${name}-`) ? 1 : editsBetween(name, each));
  return known.filter((each) => far(each) <= most).toSorted((one, other) => far(one) - far(other))[0];
}

/** Letters to insert, remove or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1];
    for (const [at, each] of other.split('').entries()) {
      const replaced = (row[at] ?? 0) + (each === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
