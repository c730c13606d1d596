/** How an act names what it changes: an id and the version that was shown. Any other version is refused with 412. */
export function atVersion({ id, version }: { id: string; version: number }) {
  return { path: { id }, header: { 'If-Match': `"${version}"` } };
}
