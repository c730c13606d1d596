import { deepStrictEqual, fail, strictEqual } from 'node:assert/strict';

/** The result of a command: what happens, and a refusal that may come with it. */
export interface Outcome<Happening> {
  events: readonly Happening[];
  refusal: unknown;
}

/** A decider as its tests see it; null stands for a new aggregate. */
export interface Decider<State, Command, Facts, Event, Happening> {
  /** Answers what happens; throws the refusal where nothing happens. */
  decide: (state: State | null, command: Command, facts: Facts) => Outcome<Happening> | readonly Happening[];
  evolve: (state: State | null, event: Event) => State;
}

/** Expectations about the result of a command. */
export interface Expectation<Happening> {
  /** Exactly this happens, named alone or in lists, and nothing is refused. */
  then(...happenings: (Happening | readonly Happening[])[]): void;
  /** The command is refused and nothing happens; checks the refusal's `extras` where given. */
  fails(code: string, extras?: object): void;
  /** Exactly this happens, and the command is refused as well. */
  thenFails(happenings: readonly Happening[], code: string): void;
}

/** The events so far, alone or in lists; none for a new aggregate. */
export type Given<Command, Facts, Event, Happening> = (...events: (Event | readonly Event[])[]) => {
  when(command: Command, facts: Facts): Expectation<Happening>;
};

/** Makes the `given` of a decider: `given(registered, revoked).when(reinstate, facts).fails('...')`. */
export function givenFor<State, Command, Facts, Event, Happening>({
  decide,
  evolve,
}: Decider<State, Command, Facts, Event, Happening>): Given<Command, Facts, Event, Happening> {
  return (...events) => ({
    when(command, facts) {
      const state = events
        .flat()
        .reduce<State | null>((before, event) => evolve(before, event as Event), null);
      const outcome = outcomeOf(() => decide(state, command, facts));
      return {
        // oxlint-disable-next-line unicorn/no-thenable -- the third word of given, when, then; never awaited
        then(...happenings) {
          if (outcome.refusal !== null) throw outcome.refusal;
          deepStrictEqual(outcome.events, happenings.flat());
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
  // An error without a code is a bug in the decider, and is thrown unchanged.
  if (!isRefusal(refusal)) throw refusal;
  strictEqual(refusal.code, code);
  if (extras !== undefined) deepStrictEqual(refusal.extras, extras);
}

function isRefusal(value: unknown): value is { code: string; extras?: unknown } {
  return value instanceof Error && 'code' in value && typeof value.code === 'string';
}
