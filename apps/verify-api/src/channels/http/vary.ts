/** The value of `Vary` that names another request field beside those of the answer so far. */
export function variesBy(present: number | string | readonly string[] | undefined, field: string): string {
  const names = [present ?? []].flat().map(String);
  return [...names, field].join(', ');
}
