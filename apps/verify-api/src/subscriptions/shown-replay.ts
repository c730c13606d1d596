import type { RequestedReplay } from '@service/contracts';
import type { Answer } from '../interface/schemas/schemas.js';

/** A replay as it is answered, with the counts of its deliveries. */
export type ShownReplay = Answer<'Replay'>;

/** A replay of which nothing is planned yet. */
export function requestedReplay({
  id,
  created_at,
  ...replay
}: Omit<RequestedReplay, 'event_id'>): ShownReplay {
  const { subscription_id, from, to, only_failed } = replay;
  const counts = { planned: 0, pending: 0, succeeded: 0, exhausted: 0 };
  return {
    id,
    subscription_id,
    from,
    to,
    only_failed,
    state: 'running',
    ...counts,
    created_at,
    updated_at: created_at,
  };
}
