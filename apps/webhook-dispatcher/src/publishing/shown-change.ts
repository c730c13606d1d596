import type { RecordedEvent } from '@service/event-store';
import type { EventChange } from '@service/events';
import { digestReason, type AuthorityElementContent, type RecordElementContent } from '@service/evidence';

type ElementContent = RecordElementContent | AuthorityElementContent;

/** The members of a published event that an erasure removes. */
export const ERASABLE = ['reason', 'reason_salt'] as const satisfies (keyof EventChange)[];

/** Members of an event about its transition, without a reason that was edited in the database. */
export function shownChange(
  { companion }: Pick<RecordedEvent, 'companion'>,
  content: ElementContent,
  before: ElementContent | undefined,
): EventChange {
  const { reason = null, reason_salt = null } = companion ?? {};
  const isReason =
    reason !== null && reason_salt !== null && content.reason_digest === digestReason(reason_salt, reason);
  const successor_id = 'successor_id' in content ? content.successor_id : null;
  return {
    ...(before === undefined ? {} : { previous_state: before.state }),
    ...(isReason ? { reason, reason_salt } : {}),
    ...(successor_id === null ? {} : { successor_id }),
  };
}
