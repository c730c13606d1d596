import type { Schemas } from '../../api/client.js';
import { findPlace, type Found } from '../../format/found-id.js';

/** A line of the history, of either version. */
export type Line = Schemas['Interaction'];

interface Actor {
  type: 'credential' | 'operator' | 'oauth' | 'service';
  id: string;
  session?: string;
}

export const ACTOR_WORDS: Readonly<Record<Actor['type'], string>> = {
  credential: 'credential',
  operator: 'operator',
  oauth: 'access token of',
  service: 'the service itself',
};

/** Who did it; before 0.2.0 only credentials could. */
export function actorOf(line: Line): Actor {
  return 'actor' in line ? line.actor : { type: 'credential', id: line.credential_id };
}

/** The value of the filter that finds what the same actor did; null for the service itself. */
export function callerOf(line: Line): string | null {
  const { type, id } = actorOf(line);
  if (type === 'service') return null;
  return type === 'oauth' ? `oauth:${id}` : id;
}

export function subjectsOf(line: Line): readonly string[] {
  if ('subjects' in line) return line.subjects;
  return line.subject === null ? [] : [line.subject];
}

/** Where the Console shows a subject; null for what it has no page for. */
export function placeOf(subject: string): Found | null {
  const place = findPlace(subject);
  return place === null || (place.to === '/records' && 'search' in place) ? null : place;
}
