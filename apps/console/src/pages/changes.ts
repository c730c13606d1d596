/** A changed member of a record or an authority, with its old and new value. */
export interface Change {
  member: string;
  before: string | null;
  after: string | null;
}

/** Members that say something; the others link and prove elements. */
const SAYING = [
  'content_digest',
  'origin',
  'expires_at',
  'successor_id',
  'external_id',
  'issuer',
  'scope',
  'valid_until',
  'cause',
  'invalid_since',
] as const;

type Said = { readonly [Name in (typeof SAYING)[number]]?: string | readonly string[] | null };

/** The members that differ from the previous element; for the first element, all members that it has. */
export function changesBetween(before: Said | undefined, after: Said): Change[] {
  return SAYING.flatMap((member) => {
    const [old, now] = [before, after].map((element) => element?.[member]?.toString() ?? null) as [
      string | null,
      string | null,
    ];
    return old === now ? [] : [{ member, before: old, after: now }];
  });
}
