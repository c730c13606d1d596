import { Facts } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { State, formerTone } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { TimelineItem } from '../../components/Timeline.js';
import { Versions } from '../../components/Versions.js';
import type { Schemas } from '../../api/client.js';
import { nameOfTransition } from '../verify/lit.js';
import { changesBetween, type Change } from './changes.js';
import styles from './Records.module.css';

/** The elements of a record, each with what it changed and why. */
export function RecordHistory({ id }: { id: string }) {
  return (
    <Versions<Schemas['RecordElement']>
      kind="record"
      collection="records"
      id={id}
      call={(api, query) => api.GET('/v1/records/{id}/history', { params: { path: { id }, query } })}
    >
      {(element, before, reason) => (
        <Version
          key={element.sequence}
          element={element}
          changes={changesBetween(before, element)}
          reason={reason}
        />
      )}
    </Versions>
  );
}

function Version({
  element,
  changes,
  reason,
}: {
  element: Schemas['RecordElement'];
  changes: readonly Change[];
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
          ...changes.map(
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
