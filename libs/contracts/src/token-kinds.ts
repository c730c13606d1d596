import type { HeldCapability } from './capabilities.js';

/** Prefix of the claim on a key id, by which the owner prevents that two credentials have the same key id. */
export const KEY_ID_CLAIM = 'key_id/';

/** Kinds of credential, each with its own token prefix. */
export type TokenKind = 'standard' | 'audit' | 'operator';

/** The kind of token for a set of capabilities; such a credential never has a token of another kind. */
export function kindFor(capabilities: readonly HeldCapability[]): TokenKind {
  if (capabilities.includes('operator')) return 'operator';
  return capabilities.includes('audit') ? 'audit' : 'standard';
}
