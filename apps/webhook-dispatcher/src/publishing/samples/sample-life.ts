/** The transitions of one kind of subject, for samples. */
type Transitions = Readonly<
  Record<
    string,
    { from: readonly string[]; to: string | Readonly<Record<string, string>>; reason: boolean } | undefined
  >
>;

/** One transition of a sample. */
export interface SampleStep {
  type: string;
  /** State of the subject after it. */
  state: string;
  reason: string | null;
}

const REASON = 'A sample of a reason.';

/** A short life of a subject that ends with a transition. */
export function sampleLife(transitions: Transitions, last: string): SampleStep[] {
  let state = '';
  return typesUntil(transitions, last).map((type) => {
    const { to = '', reason = false } = transitions[type] ?? {};
    state = typeof to === 'string' ? to : (to[state] ?? '');
    return { type, state, reason: reason ? REASON : null };
  });
}

function typesUntil(transitions: Transitions, last: string): string[] {
  const from = transitions[last]?.from ?? [];
  const types = Object.keys(transitions);
  const first = types.filter((type) => transitions[type]?.from.length === 0);
  if (from.length === 0) return [last];
  if (from.includes('active')) return [...first, last];
  return [...first, ...types.filter((type) => transitions[type]?.to === 'suspended'), last];
}
