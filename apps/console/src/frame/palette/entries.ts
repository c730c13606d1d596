import type { NavigateOptions } from '@tanstack/react-router';
import { findPlace } from '../../format/found-id.js';

/** Something that the palette can open or do. */
export interface Entry {
  id: string;
  group: string;
  title: string;
  /** The second line: below a name, its id. */
  detail?: string;
  /** The capability without which it is not offered. */
  needs?: string;
  /** Where it leads, or what it does. */
  go: (Pick<NavigateOptions, 'to'> & { params?: object; search?: object }) | (() => void);
}

/** Entries of a group that are shown at most for a text. */
const MOST = 6;

/**
 * The entries that fit a text: those whose title begins with it first, and their groups in that order too. Entries of
 * equal rank keep their order.
 */
export function entriesFor(text: string, entries: readonly Entry[]): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...entries];
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(wanted, entry) }))
    .filter(({ rank }) => rank < NONE)
    .sort((one, other) => one.rank - other.rank);
  const groups = Map.groupBy(ranked, ({ entry }) => entry.group);
  return [...groups.values()].flatMap((group) => group.slice(0, MOST).map(({ entry }) => entry));
}

const NONE = 4;

function rankOf(wanted: string, { title, detail = '' }: Entry): number {
  const name = title.toLowerCase();
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at > 0 && /\W/.test(name[at - 1] ?? '')) return 1;
  if (at > 0) return 2;
  return detail.toLowerCase().includes(wanted) ? 3 : NONE;
}

/** What a text itself names: an id, a digest, or the beginning of an origin; otherwise an external id. */
export function placesNamed(text: string): Entry[] {
  const asked = text.trim();
  const place = findPlace(asked);
  if (place === null) return [];
  const entry = (title: string, go: Entry['go']): Entry => ({
    id: `named ${title}`,
    group: 'As typed',
    title,
    detail: asked,
    go,
  });
  if ('params' in place || place.to === '/team') return [entry('Open', place)];
  if (place.to === '/verify') {
    const content_digest = place.search.digest;
    return [
      entry('Verify the record of this content', place),
      entry('Records of this content', { to: '/records', search: { content_digest } }),
    ];
  }
  return [
    entry('Records with this external id', place),
    entry('Records whose origin begins with this', { to: '/records', search: { origin_prefix: asked } }),
  ];
}
