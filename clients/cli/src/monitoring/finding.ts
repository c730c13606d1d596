import type { PolicyCheck } from '@service/evidence';

/** The kinds of alarm of a monitor. */
export type AlarmKind =
  /** The policy is not the trusted one, is older than one seen before, or has expired. */
  | PolicyCheck
  /** The log could not be read. */
  | 'log.unreachable'
  /** Its checkpoint is malformed or not signed by it. */
  | 'log.checkpoint'
  /** It serves a smaller tree than before. */
  | 'log.rollback'
  /** It signed two trees, neither of which is a prefix of the other. */
  | 'log.fork'
  /** Its entries do not lead to the root that it signed, or have changed. */
  | 'log.entries'
  /** A slot occurs twice: a history forks. */
  | 'log.slot_twice'
  /** No witness has cosigned for too long. */
  | 'log.silent'
  /** Too few witnesses cosigned. */
  | 'log.witnesses'
  /** A witness cosigned at a time that is still to come. */
  | 'log.future'
  /** The clock is behind a time at which the monitor saw the log before. */
  | 'monitor.clock'
  /** Given evidence has a member that it may not have; the evidence is not used. */
  | 'evidence.unknown_member'
  /** A given element does not match its digest, or two different ones have the same place. */
  | 'element.altered'
  /** The log does not hold a given element. */
  | 'element.missing'
  /** The log has another digest in a given element's slot. */
  | 'element.other'
  /** A given answer names a root that the log never had. */
  | 'answer.root'
  /** A given answer showed an element as the newest, although there was a newer one. */
  | 'answer.contradicted'
  /** A given answer names a position that was not the newest one at the claimed time. */
  | 'answer.stale'
  /** An element is not in the log, although a given answer promised it by a time that has passed. */
  | 'answer.unlogged'
  /** A given answer claims a time that is still to come. */
  | 'answer.future';

/** The kinds of findings that are reported without an alarm. */
export type NewsKind =
  /** The log grew. */
  | 'log.grew'
  /** The log has more entries than one look downloads; the next one goes on. */
  | 'log.partly_read'
  /** The log has an element only since after the time that a given answer promised. */
  | 'element.late'
  /** The log has a later element of a subject than the given elements. */
  | 'element.successor'
  /** Something could not be checked. */
  | 'not_checked';

/** One thing that a monitor found. */
export type Finding = { text: string } & (
  { level: 'alarm'; kind: AlarmKind } | { level: 'news'; kind: NewsKind }
);

export function alarm(kind: AlarmKind, text: string): Finding {
  return { level: 'alarm', kind, text };
}

export function news(kind: NewsKind, text: string): Finding {
  return { level: 'news', kind, text };
}
