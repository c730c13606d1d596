import type { Schemas } from '../../api/client.js';

/** A line of the history. */
export type Line = Schemas['Interaction'];

export const ACTOR_WORDS: Readonly<Record<Line['actor']['type'], string>> = {
  credential: 'credential',
  operator: 'operator',
  oauth: 'access token of',
  link: 'holder of link',
  service: 'the service itself',
};

/** The filter value for the same actor; null for the service itself. */
export function callerOf({ actor: { type, id } }: Line): string | null {
  if (type === 'service') return null;
  return type === 'oauth' ? `oauth:${id}` : id;
}
