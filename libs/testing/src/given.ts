import { deepStrictEqual, fail, strictEqual } from 'node:assert/strict';

/** What a command leads to: what happens, and a refusal that may stand beside it. */
export interface Outcome<Happening> {
  events: readonly Happening[];
  refusal: unknown;
}

/** A decider as its tests see it; null stands for an aggregate that is not there yet. */
export interface Decider<State, Command, Facts, Event, Happening> {
  /** Answers what happens; throws the refusal where nothing does. */
  decide: (state: State | null, command: Command, facts: Facts) => Outcome<Happening> | readonly Happening[];
  evolve: (state: State | null, event: Event) => State;
}

/** What can be said of a command's outcome. */
export interface Expectation<Happening> {
  /** Exactly these happen, and nothing is refused. */
  then(happenings: readonly Happening[]): void;
  /** It is refused and nothing happens; the refusal's `extras` are these, where they are given. */
  fails(code: string, extras?: object): void;
  /** Exactly these happen, and the command is refused all the same. */
  thenFails(happenings: readonly Happening[], code: string): void;
}

/** What happened before; nothing for an aggregate that is not there yet. */
export type Given<Command, Facts, Event, Happening> = (...events: Event[]) => {
  when(command: Command, facts: Facts): Expectation<Happening>;
};

/** Makes the `given` of a decider: `given(registered, revoked).when(reinstate, facts).fails('...')`. */
export function givenFor<State, Command, Facts, Event, Happening>({
  decide,
  evolve,
}: Decider<State, Command, Facts, Event, Happening>): Given<Command, Facts, Event, Happening> {
  return (...events) => ({
    when(command, facts) {
      const state = events.reduce<State | null>(evolve, null);
      const outcome = outcomeOf(() => decide(state, command, facts));
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- the third word of given, when, then: nobody awaits it.
        then(happenings) {
          if (outcome.refusal !== null) throw outcome.refusal;
          deepStrictEqual(outcome.events, happenings);
        },
        fails(code, extras) {
          expectRefusal(outcome.refusal, code, extras);
          deepStrictEqual(outcome.events, []);
        },
        thenFails(happenings, code) {
          expectRefusal(outcome.refusal, code);
          deepStrictEqual(outcome.events, happenings);
        },
      };
    },
  });
}

function outcomeOf<Happening>(decide: () => Outcome<Happening> | readonly Happening[]): Outcome<Happening> {
  try {
    const outcome = decide();
    return 'events' in outcome ? outcome : { events: outcome, refusal: null };
  } catch (error) {
    return { events: [], refusal: error };
  }
}

function expectRefusal(refusal: unknown, code: string, extras?: object): void {
  if (refusal === null) fail(`expected ${code}, but nothing was refused`);
  // Whatever carries no code is no refusal but a fault of the decider, and shows itself best.
  if (!isRefusal(refusal)) throw refusal;
  strictEqual(refusal.code, code);
  if (extras !== undefined) deepStrictEqual(refusal.extras, extras);
}

function isRefusal(value: unknown): value is { code: string; extras?: unknown } {
  return value instanceof Error && 'code' in value && typeof value.code === 'string';
}
