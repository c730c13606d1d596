/** The type of an event without the part that all of them share: `record.revoked`. */
export function shortType(type: string): string {
  return type.replace(/^service\./, '');
}
