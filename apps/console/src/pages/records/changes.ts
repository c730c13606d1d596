/** A changed member of a record, with its old and new value. */
export interface Change {
  member: string;
  before: string | null;
  after: string | null;
}

/** Members that say something about a record; the others link and prove its elements. */
const SAYING = [
  'state',
  'content_digest',
  'origin',
  'expires_at',
  'successor_id',
  'external_id',
  'issuer',
] as const;

type Said = { readonly [Name in (typeof SAYING)[number]]?: string | null };

/** The members that differ from the previous element; for the first element, all members that it has. */
export function changesBetween(before: Said | undefined, after: Said): Change[] {
  return SAYING.flatMap((member) => {
    const [old, now] = [before?.[member] ?? null, after[member] ?? null];
    return old === now ? [] : [{ member, before: old, after: now }];
  });
}
