import type { Schemas } from '../../api/client.js';
import { findPlace, type Found } from '../../format/found-id.js';

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

/** The page of a subject; null without one. */
export function placeOf(subject: string): Found | null {
  const place = findPlace(subject);
  return place === null || (place.to === '/records' && 'search' in place) ? null : place;
}
