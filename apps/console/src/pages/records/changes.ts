/** What a transition changed of a record: a member, with what it was and what it is. */
export interface Change {
  member: string;
  before: string | null;
  after: string | null;
}

/** Members that tell what a record says; the others link and prove its elements. */
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

/** What an element says otherwise than the one before it; all that it says where it is the first. */
export function changesBetween(before: Said | undefined, after: Said): Change[] {
  return SAYING.flatMap((member) => {
    const [old, now] = [before?.[member] ?? null, after[member] ?? null];
    return old === now ? [] : [{ member, before: old, after: now }];
  });
}
