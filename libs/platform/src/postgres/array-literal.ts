/** Escapes of JSON that PostgreSQL would read as letters. */
const ESCAPED_CONTROLS = /\\[bfnrtu]/;

/**
 * A PostgreSQL array literal, for a parameter that is cast to an array: made several times as fast as by `pg`, which matters
 * with thousands of elements.
 * @param values finite numbers, and texts without NUL, which PostgreSQL does not store.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  // Array literals quote texts as JSON does, apart from control characters.
  const json = JSON.stringify(values);
  if (!ESCAPED_CONTROLS.test(json)) return `{${json.slice(1, -1)}}`;
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
