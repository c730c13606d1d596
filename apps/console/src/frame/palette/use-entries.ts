import { useEffect, useMemo, useState } from 'react';
import { signOut } from '../../api/leave.js';
import { useAnswer } from '../../api/queries.js';
import { useHeld } from '../../api/session.js';
import { useNames } from '../../components/NameOf.js';
import { findPlace } from '../../format/found-id.js';
import { PAGES } from '../pages.js';
import { entriesFor, placesNamed, type Entry } from './entries.js';

/** The groups of named things, by the prefixes of their ids. */
const GROUPS: Readonly<Record<string, string>> = {
  aut: 'Issuers',
  crd: 'Credentials',
  sub: 'Subscriptions',
  opr: 'People',
};

/** Milliseconds without a key after which records are looked up. */
const PAUSE = 200;

const FIXED: readonly Entry[] = [
  ...[...PAGES, ['/account', 'Sessions and keys'] as const].map(([to, title]) => ({
    id: to,
    group: 'Pages',
    title,
    go: { to },
  })),
  ...(
    [
      ['write', 'Register a record', '/records'],
      ['manage', 'Grant an authority', '/authorities'],
      ['manage', 'Issue a credential', '/credentials'],
      ['subscribe', 'Create a subscription', '/subscriptions'],
      ['team', 'Invite somebody', '/team'],
      ['operator', 'Create a project', '/new-project'],
    ] as const
  ).map(([needs, title, to]) => ({
    id: title,
    group: 'Actions',
    title,
    needs,
    go: { to, search: { new: 'yes' } },
  })),
  { id: 'sign-out', group: 'Actions', title: 'Sign out', go: () => void signOut() },
];

/** What the palette offers for a text; names and records are read once there is one. */
export function useEntries(text: string): { entries: Entry[]; isLoading: boolean } {
  const asked = text.trim();
  const settled = useSettled(asked);
  const enabled = asked !== '';
  const held = useHeld();
  const names = useNames(...(enabled ? Object.keys(GROUPS) : []));
  const isText = settled !== '' && findPlace(settled)?.to === '/records';
  const records = useAnswer(
    ['records', 'named', settled],
    (api) => api.GET('/v1/records', { params: { query: { external_id: settled, limit: 5 } } }),
    { enabled: isText && held.has('read') },
  );
  const named = useMemo(
    () => [...names].map(([id, title]) => entryOf(GROUPS[id.slice(0, 3)] ?? '', id, title)),
    [names],
  );
  const found = (settled === asked ? (records.data?.data ?? []) : []).map(({ id, external_id }) =>
    entryOf('Records', id, external_id ?? id),
  );
  const places = placesNamed(asked);
  const isPlace = places.some(({ go }) => typeof go === 'object' && go.to !== '/records');
  const allowed = FIXED.filter(({ needs }) => needs === undefined || held.has(needs));
  const matching = entriesFor(text, [...allowed, ...(enabled ? named : [])]);
  return {
    entries: isPlace ? [...places, ...found, ...matching] : [...found, ...matching, ...places],
    isLoading: settled !== asked || records.isFetching,
  };
}

function entryOf(group: string, id: string, title: string): Entry {
  return { id, group, title, detail: id, go: findPlace(id) ?? { to: '/' } };
}

/** A text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
