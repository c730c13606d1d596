import type { EntryTask } from '../../verifying/messages.js';

/**
 * Parses a search in the log: an index, the digest of an element, a slot in hex, or `seal:` and a number; null for
 * anything else.
 */
export function entryTaskOf(text: string): EntryTask | null {
  const asked = text.trim();
  if (/^\d{1,15}$/.test(asked)) return { index: Number(asked) };
  const seal = /^seal:(\d{1,15})$/.exec(asked)?.[1];
  if (seal !== undefined) return { seal: Number(seal) };
  if (/^sha256:[0-9a-f]{64}$/.test(asked)) return { digest: asked };
  return /^[0-9a-f]{64}$/.test(asked) ? { slot: asked } : null;
}
