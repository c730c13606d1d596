import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import {
  RECORD_TRANSITIONS,
  endsRecord,
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
const due: RecordEvent = { ...amended, expires_at: nowText };

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

/** A record that a transition may follow: the first allowed state, or one that is due where the clock makes it. */
function before(type: RecordEventType): RecordEvent[] {
  if (type === 'service.record.expired') return [due];
  return sample
    .historyOf(RECORD_TRANSITIONS[type].from[0] ?? null)
    .map((event) => ({ ...event, expires_at: null }));
}

const types = Object.keys(RECORD_TRANSITIONS) as RecordEventType[];
const authorityCases = types.flatMap((type) =>
  (['suspended', 'expired', 'revoked'] as const).map((state) => ({ type, state })),
);

describe('a record whose authority is not active', () => {
  it.each<{ type: RecordEventType; state: AuthorityState }>(authorityCases)(
    '$state, $type',
    ({ type, state }) => {
      const decided = outcomeOf(before(type), sample.commandOf(type), {
        authority: { ...sample.authority, state },
      });
      expect(decided).toEqual(
        RECORD_TRANSITIONS[type].needs_active_authority ? 'authority.not_active' : [type],
      );
    },
  );
});

describe('a history of 1,000 transitions', () => {
  const amendments = Array.from({ length: 998 }, () => amended);
  const full = (newest: RecordEvent) => [registered, ...amendments, newest];

  it('is full after the thousandth', () => {
    const [, ...almost] = full(amended);
    expect(outcomeOf(almost, sample.commandOf('service.record.amended'))).toEqual(['service.record.amended']);
  });

  it.each(types.filter((type) => type !== registered.type && !endsRecord(type)))(
    'takes no %s any more',
    (type) => {
      const [newest = amended] = before(type).slice(-1);
      expect(outcomeOf(full(newest), sample.commandOf(type))).toBe('record.history_full');
    },
  );

  it('can still be ended, by command and by the clock', () => {
    expect(outcomeOf(full(amended), sample.commandOf('service.record.revoked'))).toEqual([
      'service.record.revoked',
    ]);
    expect(outcomeOf(full(due), sample.commandOf('service.record.expired'))).toEqual([
      'service.record.expired',
    ]);
    expect(outcomeOf(full(due), sample.commandOf('service.record.revoked'))).toEqual([
      'service.record.expired',
      'service.record.revoked',
    ]);
  });
});
