import type { Schemas } from '../api/client.js';
import { useList } from '../api/queries.js';
import { ErrorPanel } from '../components/ErrorPanel.js';
import { IdText } from '../components/IdText.js';
import { Places } from '../components/Loaded.js';
import { Facts } from '../components/Page.js';
import { ServerText } from '../components/ServerText.js';
import { State, formerTone } from '../components/State.js';
import { ListFoot } from '../components/Table.js';
import { Time } from '../components/Time.js';
import { Timeline, TimelineItem } from '../components/Timeline.js';
import { changesBetween } from './changes.js';
import { nameOfTransition } from './verify/lit.js';
import styles from './Versions.module.css';
import { capitalised } from '../format/capitalised.js';

interface Version {
  element: Schemas['RecordElement'] | Schemas['AuthorityElement'];
  reason: string | null;
}

/** The versions of a record or an authority, oldest first, each with what it changed and why. */
export function Versions({ of, id }: { of: 'records' | 'authorities'; id: string }) {
  const list = useList<Version>([of, id, 'history'], async (api, cursor) => {
    const params = { path: { id }, query: { limit: 50, ...cursor } };
    const path = `/v1/${of}/{id}/history` as '/v1/records/{id}/history';
    const { data: page, ...answer } = await api.GET(path, { params });
    if (page === undefined) return answer;
    const reasons = new Map(page.reasons.map(({ sequence, reason }) => [sequence, reason]));
    const data = page.data.map((element) => ({ element, reason: reasons.get(element.sequence) ?? null }));
    return { ...answer, data: { data, next_cursor: page.next_cursor } };
  });
  const { items, isLoading, error, refresh } = list;
  if (isLoading && error === null) return <Places lines={12} />;
  return (
    <div className="stack">
      <Timeline label="Versions, oldest first">
        {items.map((version, at) => (
          <Item key={version.element.sequence} {...version} before={items[at - 1]?.element} />
        ))}
      </Timeline>
      {error !== null && <ErrorPanel error={error} onRetry={refresh} />}
      <ListFoot list={list} />
    </div>
  );
}

function Item({ element, reason, before }: Version & { before: Version['element'] | undefined }) {
  const { sequence, type, state, occurred_at, digest } = element;
  const isBroken = before !== undefined && before.digest !== element.previous;
  return (
    <TimelineItem
      tone={formerTone(state)}
      title={
        <>
          {sequence}. {nameOfTransition(type)} <State state={state} />
        </>
      }
      beside={<Time at={occurred_at} exact />}
      broken={isBroken}
    >
      {isBroken && <p>The previous version has another digest than the one named here.</p>}
      <Facts
        facts={[
          ['Reason', reason === null ? null : <ServerText text={reason} />],
          ...changesBetween(before, element).map(
            ({ member, ...values }) =>
              [capitalised(member.replaceAll('_', ' ')), <Difference key={member} {...values} />] as const,
          ),
          ['Digest', <IdText key="d" id={digest} what="digest" />],
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
          <Value text={before} />
        </del>
      )}
      <ins>{after === null ? 'none' : <Value text={after} />}</ins>
    </span>
  );
}

function Value({ text }: { text: string }) {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? <Time at={text} exact /> : <ServerText text={text} />;
}
