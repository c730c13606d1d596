import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useAnswer } from '../api/queries.js';
import { useMay, useWhereabouts } from '../api/session.js';
import { findPlace } from '../format/found-id.js';
import { CopyButton } from './CopyButton.js';
import { IdText } from './IdText.js';
import styles from './NameOf.module.css';
import { RowLink } from './RowLink.js';
import { ServerText } from './ServerText.js';

/** As many as one answer can list; older ones are shown by their ids. */
const params = { query: { limit: 100 } };

/** Prefixes of the ids whose names can be read: credentials, operators, authorities and subscriptions. */
export type Named = 'crd' | 'opr' | 'aut' | 'sub';

type Names = ReadonlyMap<string, string>;

const NamesContext = createContext<{ names: Names; want: (kind: string) => void } | null>(null);

/** Reads names once for all places that show them, each kind when the first place wants one. */
export function NamesProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const want = useCallback(
    (kind: string) => setWanted((before) => (before.has(kind) ? before : new Set(before).add(kind))),
    [],
  );
  const { operator } = useWhereabouts().session;
  const mayRead = useMay('read');
  const mayReadTeam = [useMay('team'), useMay('operator')].includes(true);
  const credentials = useAnswer(['credentials', 'names'], (api) => api.GET('/v1/credentials', { params }), {
    enabled: mayRead && wanted.has('crd'),
  });
  const operators = useAnswer(['operators', 'names'], (api) => api.GET('/v1/operators', { params }), {
    wholeEnvironment: true,
    enabled: mayReadTeam && wanted.has('opr'),
  });
  const authorities = useAnswer(['authorities', 'names'], (api) => api.GET('/v1/authorities', { params }), {
    enabled: mayRead && wanted.has('aut'),
  });
  const subscriptions = useAnswer(
    ['subscriptions', 'names'],
    (api) => api.GET('/v1/subscriptions', { params }),
    { enabled: useMay('subscribe') && wanted.has('sub') },
  );
  const value = useMemo(() => {
    const known = [
      operator,
      ...(operators.data?.data ?? []),
      ...(credentials.data?.data ?? []),
      ...(authorities.data?.data ?? []).map(({ id, issuer: name }) => ({ id, name })),
      ...(subscriptions.data?.data ?? []).map(({ id, endpoint: name }) => ({ id, name })),
    ];
    const names = known.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]));
    return { names: new Map(names), want };
  }, [operator, want, operators.data, credentials.data, authorities.data, subscriptions.data]);
  return <NamesContext value={value}>{children}</NamesContext>;
}

/** Names by id of some kinds of things; not all of them, and none until they are read. */
export function useNames(...kinds: readonly string[]): Names {
  const context = useContext(NamesContext);
  if (context === null) throw new Error('useNames is called outside of the shell.');
  const { names, want } = context;
  const wanted = kinds.join(' ');
  useEffect(() => wanted.split(' ').forEach(want), [wanted, want]);
  return names;
}

/** Who or what something is, by its id alone. */
export function NameOf({ id, brief }: { id: string; brief?: boolean | undefined }) {
  return <NamedId id={id} name={useNames(id.slice(0, 3)).get(id)} brief={brief} />;
}

/** What an event is about; the event itself names a record. */
export function SubjectOf({ event: { subject, evidence } }: { event: Schemas['Event'] }) {
  const [element] = evidence.provenance.chain ?? [];
  if (element === undefined || !('external_id' in element)) return <NameOf id={subject.id} />;
  return <NamedId id={subject.id} name={element.external_id} />;
}

/** A name, where there is one, with a link to its page; then the id, unless it is to be brief. */
export function NamedId({
  id,
  name,
  brief = false,
}: {
  id: string;
  name: string | null | undefined;
  brief?: boolean | undefined;
}) {
  const place = findPlace(id);
  const unnamed = (
    <code className={name === undefined ? styles.unread : undefined} title={id}>
      {id}
    </code>
  );
  const text = name == null ? unnamed : <ServerText text={name} length={60} />;
  const first = place === null || place.to === '/records' ? text : <RowLink {...place}>{text}</RowLink>;
  if (brief) return first;
  return (
    <span className={styles.name}>
      {first}
      {name == null ? <CopyButton text={id} what="id" /> : <IdText id={id} what="id" brief />}
    </span>
  );
}
