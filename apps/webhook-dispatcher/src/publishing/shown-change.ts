import type { RecordedEvent } from '@service/event-store';
import { digestReason, type AuthorityElementContent, type RecordElementContent } from '@service/evidence';

type ElementContent = RecordElementContent | AuthorityElementContent;

/** Members of an event about its transition, beside those of the specification; empty ones are left out. */
export interface ShownChange {
  /** Left out for the first event. */
  previous_state?: string;
  /** With its salt the reason hashes to the `reason_digest` of the event's element. Both can be erased. */
  reason?: string;
  reason_salt?: string;
  /** The record that took the place of this one. */
  successor_id?: string;
}

/** The members of a published event that an erasure removes. */
export const ERASABLE = ['reason', 'reason_salt'] as const satisfies (keyof ShownChange)[];

/** Members of an event about its transition, without a reason that was edited in the database. */
export function shownChange(
  { companion }: Pick<RecordedEvent, 'companion'>,
  content: ElementContent,
  before: ElementContent | undefined,
): ShownChange {
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
