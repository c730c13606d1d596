import { millisecondsOf } from '../moments.js';

/** A transition of one kind of subject. */
interface TransitionRule {
  /** Empty for a first element. */
  from: readonly string[];
  /** The state, or the state for each of `from`. */
  to: string | Readonly<Record<string, string>>;
  /** Members that it may change. */
  changes: readonly string[];
  /** Whether it has a reason; otherwise it has none. */
  reason: boolean;
}

/** When a member is not null: exactly in these transitions, and only with this cause. */
interface PresenceRule {
  transitions: readonly string[];
  cause?: string;
  values?: readonly string[];
  /** A member that it must differ from. */
  not?: string;
  /** A time that it must not exceed. */
  at_most?: string;
}

/** The rules of the transitions of one kind of subject, as `docs/transitions.json` has them. */
export interface TransitionRules {
  /** Members that change in the named transitions only. */
  changeable: readonly string[];
  /** The transition that happens exactly once a member's time has come. */
  expires: { member: string; compare: '<='; transition: string } | null;
  present: Readonly<Record<string, PresenceRule>>;
  transitions: Readonly<Record<string, TransitionRule>>;
}

type Members = Readonly<Record<string, unknown>>;

/** Whether a transition is allowed in a state, which is null before the first event. */
export function isAllowedFrom({ from }: Pick<TransitionRule, 'from'>, state: string | null): boolean {
  return state === null ? from.length === 0 : from.includes(state);
}

/** The state after a transition; undefined where it is not allowed. */
export function stateAfter({ to }: Pick<TransitionRule, 'to'>, state: string | null): string | undefined {
  return typeof to === 'string' ? to : to[state ?? ''];
}

/** Makes the check whether an element may follow the one before it, which is undefined for the first element. */
export function followsBy({ changeable, expires, present, transitions }: TransitionRules) {
  const presences = Object.entries(present);
  const expiry = expires === null ? undefined : transitions[expires.transition];
  /** A subject expires exactly when it is due: not earlier, and no other transition may follow the due time. */
  const isDue = (old: Members, at: string): boolean =>
    expires !== null &&
    expiry !== undefined &&
    isAllowedFrom(expiry, old['state'] as string) &&
    isOver(old[expires.member], at);
  return (before: object | undefined, next: object): boolean => {
    const [old, now] = [before as Members | undefined, next as Members];
    const type = now['type'] as string;
    if (!Object.hasOwn(transitions, type)) return false;
    const rule = transitions[type] as TransitionRule;
    const state = (old?.['state'] ?? null) as string | null;
    if (!isAllowedFrom(rule, state) || now['state'] !== stateAfter(rule, state)) return false;
    if (rule.reason !== (now['reason_digest'] !== null)) return false;
    if (!presences.every(([member, presence]) => isPresentAsDue(now, member, presence))) return false;
    if (old === undefined) return true;
    if (isDue(old, now['occurred_at'] as string) !== (type === expires?.transition)) return false;
    return changeable.every((member) => rule.changes.includes(member) || isSame(old[member], now[member]));
  };
}

function isPresentAsDue(element: Members, member: string, rule: PresenceRule): boolean {
  const isDueHere =
    rule.transitions.includes(element['type'] as string) &&
    (rule.cause === undefined || rule.cause === element['cause']);
  const value = element[member] as string | number | null;
  if (value === null || !isDueHere) return (value !== null) === isDueHere;
  if (rule.values !== undefined && !rule.values.includes(value as string)) return false;
  if (rule.not !== undefined && value === element[rule.not]) return false;
  // Times of one form are in the order of their texts.
  return rule.at_most === undefined || value <= (element[rule.at_most] as string);
}

function isOver(end: unknown, at: string): boolean {
  return typeof end === 'string' && millisecondsOf(end) <= millisecondsOf(at);
}

/** Whether two members are equal texts, or lists of equal texts. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
