import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@service/event-store';
import type { RecordElementContent, RecordState } from '@service/evidence';
import { recordDue } from './record-stream.js';

const end = '2027-01-01T00:00:00.000Z';
const subject_id = 'rec_1';

function eventOf(content: Pick<RecordElementContent, 'type' | 'state' | 'expires_at'>): RecordedEvent {
  return {
    stream_id: subject_id,
    event_id: 'evt_1',
    type: content.type,
    schema_version: 1,
    element: JSON.stringify({ ...content, record_id: subject_id, sequence: 1 }),
    data: null,
    companion: null,
    position: { epoch: 1, tx: '1', pos: '1' },
    version: 1,
  };
}

describe('when a record expires', () => {
  it.each<[RecordElementContent['type'], RecordState, string | null, string | null]>([
    ['service.record.registered', 'active', end, end],
    ['service.record.amended', 'active', end, end],
    ['service.record.amended', 'active', null, null],
    ['service.record.suspended', 'suspended', end, end],
    ['service.record.superseded', 'superseded', end, null],
    ['service.record.expired', 'expired', end, null],
    ['service.record.revoked', 'revoked', end, null],
  ])('%s, which leaves it %s with the end %s: %s', (type, state, expires_at, due_at) => {
    expect(recordDue(eventOf({ type, state, expires_at }))).toEqual({ subject_id, due_at });
  });

  it('is unknown for a row that was changed in the database', () => {
    const event = eventOf({ type: 'service.record.registered', state: 'active', expires_at: end });
    expect(recordDue({ ...event, version: 2 })).toBeNull();
  });

  it('is unknown for a record without an end', () => {
    const event = eventOf({ type: 'service.record.registered', state: 'active', expires_at: null });
    expect(recordDue(event)).toBeNull();
  });
});
