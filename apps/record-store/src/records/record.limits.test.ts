import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import {
  RECORD_TRANSITIONS,
  type AuthorityState,
  type RecordEvent,
  type RecordEventType,
} from '@service/evidence';
import * as sample from '../testing/sample-events.js';
import { decide, evolve, type RecordCommand, type RecordFacts, type RecordHead } from './record.decider.js';

const nowText = '2026-11-21T12:00:00.000Z';
const facts = sample.factsAt(nowText);

const registered: RecordEvent = { ...sample.registered, expires_at: null };
const amended: RecordEvent = { ...registered, type: 'service.record.amended' };
const suspended: RecordEvent = { ...registered, type: 'service.record.suspended', state: 'suspended' };
const due: RecordEvent = { ...amended, expires_at: nowText };

const COMMANDS: Record<RecordEventType, RecordCommand> = {
  'service.record.registered': sample.register({ expires_at: null }),
  'service.record.amended': sample.amend({ expires_at: null }),
  'service.record.suspended': sample.suspend,
  'service.record.reinstated': sample.reinstate,
  'service.record.superseded': sample.supersede(),
  'service.record.expired': sample.expire,
  'service.record.revoked': sample.revoke,
};

/** Types of the events, or the code of the refusal. */
function outcomeOf(
  history: RecordEvent[],
  command: RecordCommand,
  { authority }: Pick<RecordFacts, 'authority'> = facts,
): string[] | string {
  try {
    const record = history.reduce<RecordHead | null>(evolve, null);
    return decide(record, command, { ...facts, authority }).events.map(({ event }) => event.type);
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

/** Whether a transition needs an active authority. */
const NEEDS_AUTHORITY: Record<RecordEventType, [history: RecordEvent[], needs: boolean]> = {
  'service.record.registered': [[], true],
  'service.record.amended': [[registered], true],
  'service.record.reinstated': [[registered, suspended], true],
  'service.record.superseded': [[registered], true],
  'service.record.suspended': [[registered], false],
  'service.record.revoked': [[registered], false],
  'service.record.expired': [[due], false],
};
const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
const authorityCases = types.flatMap((type) =>
  (['suspended', 'expired', 'revoked'] as const).map((state) => ({ type, state })),
);

describe('a record whose authority is not active', () => {
  it.each<{ type: RecordEventType; state: AuthorityState }>(authorityCases)(
    '$state, $type',
    ({ type, state }) => {
      const [history, needs] = NEEDS_AUTHORITY[type];
      const decided = outcomeOf(history, COMMANDS[type], { authority: { ...sample.authority, state } });
      expect(decided).toEqual(needs ? 'authority.not_active' : [type]);
    },
  );
});

describe('a history of 1,000 transitions', () => {
  const amendments = Array.from({ length: 998 }, () => amended);
  const full = (newest: RecordEvent) => [registered, ...amendments, newest];

  it('is full after the thousandth', () => {
    const [, ...almost] = full(amended);
    expect(outcomeOf(almost, COMMANDS['service.record.amended'])).toEqual(['service.record.amended']);
  });

  it.each([
    ['service.record.amended', amended],
    ['service.record.suspended', amended],
    ['service.record.superseded', amended],
    ['service.record.reinstated', suspended],
  ] as const)('takes no %s any more', (type, newest) => {
    expect(outcomeOf(full(newest), COMMANDS[type])).toBe('record.history_full');
  });

  it('can still be ended, by command and by the clock', () => {
    expect(outcomeOf(full(amended), COMMANDS['service.record.revoked'])).toEqual(['service.record.revoked']);
    expect(outcomeOf(full(due), COMMANDS['service.record.expired'])).toEqual(['service.record.expired']);
    expect(outcomeOf(full(due), COMMANDS['service.record.revoked'])).toEqual([
      'service.record.expired',
      'service.record.revoked',
    ]);
  });
});
