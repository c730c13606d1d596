import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { inEnvironment } from '../../components/Dialog.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';

/** Sends a test event to one subscription. */
export function TestButton({ id }: { id: string }) {
  const test = useAct(
    (api, _input: void) => api.POST('/v1/subscriptions/{id}/test', { params: { path: { id } } } as never),
    ['deliveries', 'standings'],
  );
  const sent = test.data as { event_id: string } | undefined;
  return (
    <>
      <ActButton needs="subscribe" busy={test.isPending} onClick={() => test.mutate()}>
        {inEnvironment('Send test')}
      </ActButton>
      {sent !== undefined && (
        <span role="status">
          On its way as{' '}
          <Link to="/events/$id" params={{ id: sent.event_id }}>
            <code>{sent.event_id}</code>
          </Link>
        </span>
      )}
      {test.error !== null && <ErrorPanel error={test.error} />}
    </>
  );
}
