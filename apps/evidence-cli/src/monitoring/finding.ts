/** What a monitor shouts about. */
export type AlarmKind =
  /** The log could not be read. */
  | 'log.unreachable'
  /** What it serves as its checkpoint is none that it signed. */
  | 'log.checkpoint'
  /** It serves a smaller tree than before. */
  | 'log.rollback'
  /** It signed two trees of which neither is the beginning of the other. */
  | 'log.fork'
  /** Its entries do not lead to the root that it signed, or are not what they were. */
  | 'log.entries'
  /** A slot occurs twice: a history forks. */
  | 'log.slot_twice'
  /** Nobody has cosigned that it still holds for too long. */
  | 'log.silent'
  /** Too few witnesses cosigned. */
  | 'log.witnesses'
  /** A given element is not what its digest says, or there are two in its place. */
  | 'element.altered'
  /** The log does not hold a given element. */
  | 'element.missing'
  /** The log holds something else in a given element's slot. */
  | 'element.other'
  /** A given answer names a root that the log never had. */
  | 'answer.root'
  /** A given answer held something for the newest that was not any more. */
  | 'answer.contradicted';

/** What is worth knowing, and nobody's fault. */
export type NewsKind =
  /** The log grew. */
  | 'log.grew'
  /** There is a later element of a subject than the given ones. */
  | 'element.successor'
  /** Something could not be looked at. */
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
