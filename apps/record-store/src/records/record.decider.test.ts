import { describe, expect, it } from '@jest/globals';
import {
  RECORD_STATES,
  RECORD_TRANSITIONS,
  recordTransitionAllowed,
  type RecordEvent,
  type RecordEventType,
  type RecordState,
} from '@service/evidence';
import { givenFor } from '@service/testing';
import * as sample from '../testing/sample-events.js';
import { decide, evolve } from './record.decider.js';

const given = givenFor({ decide, evolve });

const { digest, reason } = sample;

/** The authority now, which is another than at the registration. */
const nowNamed = { id: 'aut_1', version: 3, digest: digest('b') };
const facts = sample.factsAt('2026-11-21T12:00:00.000Z', {
  authority: { ...sample.authority, reference: nowNamed },
});

const historyOf = (state: RecordState | null): RecordEvent[] =>
  sample.historyOf(state).map((event) => ({ ...event, external_id: '42' }));
const [registered = sample.registered, suspended = sample.suspended] = historyOf('suspended');

/** Members that a transition changes, besides the state and the authority's element. */
const CHANGES: Partial<Record<RecordEventType, Partial<RecordEvent>>> = {
  'service.record.amended': { content_digest: digest('2') },
  'service.record.superseded': { successor_id: 'rec_2' },
  'service.record.revoked': { successor_id: null },
};

const refused = 'record.transition_not_allowed';

/** The effect of a command on a record that is not due, as the rules say: the new state, a refusal, or nothing. */
function outcomeOf(type: RecordEventType, state: RecordState | null): string {
  if (type === 'service.record.registered') return state === null ? 'active' : 'record.already_exists';
  if (state === null) return 'record.not_found';
  if (type === 'service.record.expired') return 'nothing';
  return recordTransitionAllowed(state, type) ? RECORD_TRANSITIONS[type].to : refused;
}

const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
const cases = types.flatMap((type) =>
  [null, ...RECORD_STATES].map((state) => ({ type, state, outcome: outcomeOf(type, state) })),
);

describe('every command on a record in every state', () => {
  it.each(cases)('$state, $type: $outcome', ({ type, state, outcome }) => {
    const history = historyOf(state);
    const isFirst = type === registered.type;
    const command = isFirst ? sample.register({ external_id: '42' }) : sample.commandOf(type);
    const decided = given(history).when(command, facts);
    if (outcome === 'nothing') {
      decided.then([]);
    } else if (outcome.startsWith('record.')) {
      decided.fails(outcome);
    } else {
      const event = {
        ...(history[history.length - 1] ?? registered),
        type,
        occurred_at: '2026-11-21T12:00:00.000Z',
        authority: nowNamed,
        ...CHANGES[type],
        state: outcome as RecordState,
      };
      decided.then([{ event, reason: isFirst ? null : reason }]);
    }
  });
});

describe('a refusal', () => {
  it('names the state of the record, and its version', () => {
    given(registered, suspended).when(sample.amend(), facts).fails(refused, {
      message: 'A record that is suspended cannot be amended.',
      current_version: 2,
      current_state: 'suspended',
    });
  });
});

describe('a record after its elements', () => {
  it('holds nothing of their linkage, and how many there were', () => {
    const element = { ...registered, salt: 'AAAA', previous: null };
    expect(evolve(null, element)).toEqual({ ...registered, version: 1 });
    expect(evolve(evolve(null, element), { ...element, ...suspended })).toEqual({ ...suspended, version: 2 });
  });
});
