import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useAnswer } from '../api/queries.js';
import { useMay, useWhereabouts } from '../api/session.js';
import { findPlace } from '../format/found-id.js';
import { CopyButton } from './CopyButton.js';
import styles from './NameOf.module.css';
import { RowLink } from './RowLink.js';
import { ServerText } from './ServerText.js';

/** As many as one answer can list; older credentials and operators are shown by their ids. */
const query = { limit: 100 };

type Names = ReadonlyMap<string, string>;

const NamesContext = createContext<{ names: Names; want: () => void } | null>(null);

/** Reads the names of credentials and operators once for all places that show them, when the first one does. */
export function NamesProvider({ children }: { children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const { id, name } = useWhereabouts().session.operator;
  const isOfTeam = useMay('team');
  const isOperator = useMay('operator');
  const credentials = useAnswer(
    ['credentials', 'names'],
    (api) => api.GET('/v1/credentials', { params: { query } }),
    { enabled: useMay('read') && isWanted },
  );
  const operators = useAnswer(
    ['operators', 'names'],
    (api) => api.GET('/v1/operators', { params: { query } }),
    { wholeEnvironment: true, enabled: (isOfTeam || isOperator) && isWanted },
  );
  const value = useMemo(() => {
    const known = [{ id, name }, ...(operators.data?.data ?? []), ...(credentials.data?.data ?? [])];
    const names = known.flatMap((each) => (each.name === null ? [] : [[each.id, each.name] as const]));
    return { names: new Map(names), want: () => setWanted(true) };
  }, [id, name, operators.data, credentials.data]);
  return <NamesContext value={value}>{children}</NamesContext>;
}

/** The names of credentials and operators by id; not all of them, and none until they are read. */
export function useNames(isWanted = true): Names {
  const context = useContext(NamesContext);
  if (context === null) throw new Error('useNames is called outside of the shell.');
  const { names, want } = context;
  useEffect(() => {
    if (isWanted) want();
  }, [isWanted, want]);
  return names;
}

/** Who or what did something: its name, where that is known, with a link to its page; then its id. */
export function NameOf({ id }: { id: string }) {
  const name = useNames().get(id);
  const place = /^(crd|opr)_/.test(id) ? findPlace(id) : null;
  const first = name === undefined ? <code>{id}</code> : <ServerText text={name} length={40} />;
  return (
    <span className={styles.name}>
      {place === null ? first : <RowLink {...place}>{first}</RowLink>}
      <span className={styles.id}>
        {name !== undefined && <code>{id}</code>}
        <CopyButton text={id} what="id" />
      </span>
    </span>
  );
}
