import type { InputRow } from './input-row.js';

const MEMBERS =
  'authority_id origin content content_digest external_id expires_at issuer_signature metadata'.split(' ');

/** Why a line cannot be registered, as far as that shows without the service; null if nothing shows. */
export function faultOfRow({ value, fault }: InputRow, hasAuthority: boolean): string | null {
  if (fault !== undefined) return fault;
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `${unknown} is not a member of a record.`;
  if (!hasAuthority && !('authority_id' in value)) return 'authority_id is missing.';
  if (!('origin' in value)) return 'origin is missing.';
  if ('content' in value === 'content_digest' in value)
    return 'exactly one of content and content_digest is needed.';
  return null;
}
