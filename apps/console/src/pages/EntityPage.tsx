import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SubjectEvents } from './events/SubjectEvents.js';
import { SubjectInteractions } from './history/SubjectInteractions.js';
import { CopyAsCurl } from '../components/CopyAsCurl.js';
import { IdText } from '../components/IdText.js';
import { JsonView } from '../components/JsonView.js';
import { Loaded } from '../components/Loaded.js';
import { Page } from '../components/Page.js';
import { State } from '../components/State.js';
import { TabLinks } from '../components/TabLinks.js';
import { cut, shown } from '../format/hostile-text.js';
import { segment } from '../format/segment.js';
import { capitalised } from '../format/capitalised.js';

/** Characters of a name that a heading has room for. */
const LONGEST = 80;

type Part<Entity> = readonly [tab: string, label: string, show: (entity: Entity) => ReactNode];

interface EntityPageProps<Entity> {
  /** What it is: `record`. */
  kind: string;
  id: string;
  /** Where the API has it, below `/v1/`. */
  path: string;
  query: UseQueryResult<Entity>;
  /** The heading; without a name, that is the kind. */
  name?: string | null | undefined;
  lead?: ReactNode;
  state?: string | undefined;
  actions?: ReactNode;
  /** Shown above the tabs. */
  above?: ReactNode;
  /** Its parts, of which the address names one; the first unless it does. */
  parts: readonly Part<Entity>[];
  children?: ReactNode;
}

/** The page of one thing: its id, its actions, and its parts as tabs. */
export function EntityPage<Entity>(props: EntityPageProps<Entity>) {
  const { kind, id, path, query, name, lead, state, actions, above, parts, children } = props;
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const title = capitalised(kind);
  const short = name == null ? null : cut(name, LONGEST);
  const [, , show] = parts.find(([value]) => value === tab) ?? (parts[0] as Part<Entity>);
  const isMissing = query.data === undefined && query.error?.status === 404;
  return (
    <Page
      title={name == null ? title : shown(short === null ? name : `${short}…`)}
      lead={lead}
      beside={
        <>
          {name != null && <span className="note">{title}</span>}
          {state !== undefined && <State state={state} />}
          <IdText id={id} what={`${kind} id`} />
        </>
      }
      actions={
        !isMissing && (
          <>
            <CopyAsCurl call={{ path: `/v1/${path}/${segment(id)}` }} />
            {actions}
          </>
        )
      }
    >
      {!isMissing && (
        <>
          {above}
          <TabLinks
            label={`Parts of the ${kind}`}
            current={tab ?? parts[0]?.[0] ?? ''}
            tabs={parts.map(([value, label]) => ({ value, label }))}
          />
        </>
      )}
      <Loaded query={query} lines={12} missing="It may be in another project: choose that one at the top.">
        {show}
      </Loaded>
      {children}
    </Page>
  );
}

/** The events about something, and the requests about it. */
export function subjectParts(id: string) {
  return [
    ['events', 'Events', () => <SubjectEvents id={id} />],
    ['activity', 'Activity', () => <SubjectInteractions id={id} />],
  ] as const;
}

/** Something as the API answers it. */
export function jsonPart(kind: string) {
  return [
    'json',
    'JSON',
    (entity: unknown) => (
      <JsonView raw={typeof entity === 'string' ? entity : JSON.stringify(entity)} what={kind} />
    ),
  ] as const;
}
