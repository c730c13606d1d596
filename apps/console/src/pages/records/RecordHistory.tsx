import { useAnswer } from '../../api/queries.js';
import { CursorPages, type CursorPage } from '../../components/CursorPages.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Loaded } from '../../components/Loaded.js';
import { Facts } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { State, formerTone } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { Timeline, TimelineItem } from '../../components/Timeline.js';
import type { Schemas } from '../../api/client.js';
import { nameOfTransition } from '../verify/lit.js';
import { changesBetween, type Change } from './changes.js';
import styles from './Records.module.css';

/** The elements of a record, oldest first, each with what it changed and why. */
export function RecordHistory({ id }: { id: string }) {
  return <CursorPages>{(page) => <HistoryPage id={id} {...page} />}</CursorPages>;
}

function HistoryPage({ id, cursor, more }: CursorPage & { id: string }) {
  const page = useAnswer(['records', id, 'history', cursor], (api) =>
    api.GET('/v1/records/{id}/history', {
      params: { path: { id }, query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  return (
    <Loaded query={page} lines={12}>
      {({ data, reasons, next_cursor }) => (
        <>
          {data.length === 0 && <EmptyState title="No versions" />}
          <Timeline label="Versions of the record, oldest first">
            {data.map((element, at) => (
              <Version
                key={element.sequence}
                element={element}
                changes={changesBetween(data[at - 1], element)}
                // The predecessor of a later page's first element is not on that page.
                isWhole={at > 0 || element.sequence === 1}
                reason={reasons.find(({ sequence }) => sequence === element.sequence)?.reason ?? null}
              />
            ))}
          </Timeline>
          {more(next_cursor)}
        </>
      )}
    </Loaded>
  );
}

function Version({
  element,
  changes,
  isWhole,
  reason,
}: {
  element: Schemas['RecordElement'];
  changes: readonly Change[];
  isWhole: boolean;
  reason: string | null;
}) {
  return (
    <TimelineItem
      tone={formerTone(element.state)}
      title={
        <>
          {element.sequence}. {nameOfTransition(element.type)}{' '}
          <State state={element.state} tone={formerTone(element.state)} />
        </>
      }
      beside={<Time at={element.occurred_at} exact />}
    >
      <Facts
        facts={[
          ['Reason', reason === null ? null : <ServerText text={reason} />],
          ...(isWhole ? changes : []).map(
            ({ member, before, after }) =>
              [
                member.replaceAll('_', ' '),
                <Difference key={member} before={before} after={after} />,
              ] as const,
          ),
        ]}
      />
    </TimelineItem>
  );
}

function Difference({ before, after }: { before: string | null; after: string | null }) {
  return (
    <span className={styles.change}>
      {before !== null && (
        <del>
          <ServerText text={before} />
        </del>
      )}
      <ins>{after === null ? 'none' : <ServerText text={after} />}</ins>
    </span>
  );
}
