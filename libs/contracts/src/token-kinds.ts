import type { HeldCapability } from './capabilities.js';

/** Kinds of credential, each with its own token prefix. */
export type TokenKind = 'standard' | 'audit' | 'operator';

/** The kind of token for a set of capabilities; a token of another kind is never theirs. */
export function kindFor(capabilities: readonly HeldCapability[]): TokenKind {
  if (capabilities.includes('operator')) return 'operator';
  return capabilities.includes('audit') ? 'audit' : 'standard';
}
