import type { Schemas } from '../../api/client.js';
import { ServerText } from '../../components/ServerText.js';
import { State, formerTone } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { TimelineItem } from '../../components/Timeline.js';
import { Versions } from '../../components/Versions.js';
import styles from './Authorities.module.css';

type Element = Schemas['AuthorityElement'];

/** The elements of an authority, each with what it changed and why. */
export function AuthorityHistory({ id }: { id: string }) {
  return (
    <Versions<Element>
      kind="authority"
      collection="authorities"
      id={id}
      call={(api, query) => api.GET('/v1/authorities/{id}/history', { params: { path: { id }, query } })}
    >
      {(element, before, reason) => (
        <Version key={element.sequence} element={element} before={before} reason={reason} />
      )}
    </Versions>
  );
}

function Version({
  element,
  before,
  reason,
}: {
  element: Element;
  before: Element | undefined;
  reason: string | null;
}) {
  const { sequence, type, state, occurred_at, scope, valid_until, invalid_since, cause } = element;
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
      <ul role="list" className="stack">
        {isBroken && <li>The previous version has another digest than the one named here.</li>}
        {reason !== null && (
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
