import {
  MOST_BLOCKED_SUBJECTS,
  SUBJECT_PATTERN,
  ServiceError,
  invalidRequest,
  type Command,
  type ProjectEvent,
  type ProjectSnapshot,
} from '@service/contracts';

/**
 * Versions after which nothing is unblocked: the commands of a project read its stream whole. Subjects can still be
 * blocked, as far as the list has room.
 */
const MOST_VERSIONS = 2_000;

type SubjectCommand = Command<'project.block_subject' | 'project.unblock_subject'>;

/**
 * Decides whether a subject becomes blocked or unblocked. One that is so already stays as it is, without a new
 * version: whoever ends an access in a hurry may ask twice.
 * @throws ServiceError `project.limit_reached`, `request.invalid`.
 */
export function decideSubject(
  { blocked_subjects, version }: ProjectSnapshot,
  { type, payload: { subject, reason } }: SubjectCommand,
  occurred_at: string,
): ProjectEvent[] {
  if (!SUBJECT_PATTERN.test(subject)) {
    throw invalidRequest('subject', 'must be a text of 1 to 255 printable ASCII characters');
  }
  const blocks = type === 'project.block_subject';
  if (blocks === blocked_subjects.includes(subject)) return [];
  const isFull = blocks ? blocked_subjects.length >= MOST_BLOCKED_SUBJECTS : version >= MOST_VERSIONS;
  if (isFull) throw new ServiceError('project.limit_reached');
  const change = blocks ? 'subject_blocked' : 'subject_unblocked';
  return [{ type: `service.project.${change}`, subject, reason, occurred_at }];
}
