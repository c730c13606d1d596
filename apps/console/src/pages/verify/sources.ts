/** A source of evidence to verify. */
export type Source =
  | { kind: 'record'; id: string }
  | { kind: 'digest'; digest: string }
  | { kind: 'external_id'; external_id: string }
  | { kind: 'bundle'; file: string; bytes: Uint8Array };

/** The search parameters that name a source. */
export interface SourceSearch {
  id?: string | undefined;
  digest?: string | undefined;
  external_id?: string | undefined;
}

/** The source in the URL; null for none. */
export function sourceIn({ id, digest, external_id }: SourceSearch): Source | null {
  if (id !== undefined) return { kind: 'record', id };
  if (digest !== undefined) return { kind: 'digest', digest };
  return external_id === undefined ? null : { kind: 'external_id', external_id };
}

const DIGEST = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** Search parameters for an entered text: a record id, a digest, or otherwise an external id. */
export function searchFor(typed: string): SourceSearch {
  const text = typed.trim();
  const digest = DIGEST.exec(text)?.[1];
  if (digest !== undefined) return { digest: `sha256:${digest.toLowerCase()}` };
  if (/^rec_\w+$/.test(text)) return { id: text };
  return text === '' ? {} : { external_id: text };
}
