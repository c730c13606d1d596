/** Path and `If-Match` of a change to the version that was shown. Any other version is refused with 412. */
export function atVersion({ id, version }: { id: string; version: number }) {
  return { path: { id }, header: { 'If-Match': `"${version}"` } };
}
