import { soundContentOf, type Due, type RecordedEvent } from '@service/event-store';
import { recordTransitionAllowed, type RecordElementContent } from '@service/evidence';

/** When the record of an event expires; null where it had and has no end. */
export function recordDue(event: RecordedEvent): Due | null {
  const content = soundContentOf<RecordElementContent>(event, 'record_id');
  if (content === null) return null;
  const { record_id, state, expires_at, type } = content;
  if (type === 'service.record.registered' && expires_at === null) return null;
  const canExpire = recordTransitionAllowed(state, 'service.record.expired');
  return { subject_id: record_id, due_at: canExpire ? expires_at : null };
}
