import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CursorPages, type CursorPage } from '../../components/CursorPages.js';
import { Loaded } from '../../components/Loaded.js';
import { ServerText } from '../../components/ServerText.js';
import { State, formerTone } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { Timeline, TimelineItem } from '../../components/Timeline.js';
import styles from './Authorities.module.css';

type Element = Schemas['AuthorityElement'];
type History = Schemas['AuthorityHistory'];

/** The elements of an authority, oldest first, each with what it changed and why. */
export function AuthorityHistory({ id }: { id: string }) {
  return <CursorPages>{(page) => <HistoryPage id={id} {...page} />}</CursorPages>;
}

function HistoryPage({ id, cursor, more }: CursorPage & { id: string }) {
  const page = useAnswer(['authorities', id, 'history', cursor], (api) =>
    api.GET('/v1/authorities/{id}/history', {
      params: { path: { id }, query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
    }),
  );
  return (
    <Loaded query={page} lines={12}>
      {({ data, reasons, next_cursor }) => (
        <>
          <Timeline label="Versions of the authority, oldest first">
            {data.map((element, at) => (
              <Version key={element.sequence} element={element} before={data[at - 1]} reasons={reasons} />
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
  before,
  reasons,
}: {
  element: Element;
  before: Element | undefined;
  reasons: History['reasons'];
}) {
  const { sequence, type, state, occurred_at, scope, valid_until, invalid_since, cause } = element;
  const reason = reasons.find((each) => each.sequence === sequence)?.reason;
  const isBroken = before !== undefined && before.digest !== element.previous;
  return (
    <TimelineItem
      tone={formerTone(state)}
      title={
        <>
          {type.replace('service.authority.', '').replaceAll('_', ' ')}{' '}
          <State state={state} tone={formerTone(state)} />
        </>
      }
      beside={<Time at={occurred_at} />}
      broken={isBroken}
    >
      <ul role="list" className={styles.stack}>
        {isBroken && <li>The previous version has another digest than the one named here.</li>}
        {reason !== undefined && (
          <li>
            <ServerText text={reason} />
          </li>
        )}
        {before?.scope.join() !== scope.join() && (
          <li>
            Scope: <ServerText text={scope.join(', ')} />
          </li>
        )}
        {before?.valid_until !== valid_until && (
          <li>
            Valid until <Time at={valid_until} exact />
          </li>
        )}
        {cause !== null && <li>Cause: {cause.replaceAll('_', ' ')}</li>}
        {invalid_since !== null && (
          <li>
            Invalid since <Time at={invalid_since} exact />
          </li>
        )}
        <li className={styles.id}>
          Version {sequence}, <code>{element.digest}</code>
        </li>
      </ul>
    </TimelineItem>
  );
}
