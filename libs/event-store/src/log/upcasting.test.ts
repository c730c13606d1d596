import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from './events.js';
import { Upcaster } from './upcasting.js';

const recorded = (changes: Partial<RecordedEvent>): RecordedEvent =>
  ({
    stream_id: 'a',
    event_id: 'evt_1',
    type: 'thing.renamed',
    schema_version: 1,
    element: null,
    data: { name: 'Ada Lovelace' },
    companion: null,
    version: 1,
    position: { epoch: 1, tx: '1', pos: '1' },
    ...changes,
  }) as RecordedEvent;

const upcaster = new Upcaster({
  'thing.renamed': [
    (data) => ({ words: (data as { name: string }).name.split(' ') }),
    (data) => ({ ...data, count: (data as { words: string[] }).words.length }),
  ],
});

describe('upcasting', () => {
  it('converts data of version 1 through every step to version 3', () => {
    const event = recorded({});
    expect(upcaster.upcast(event)).toEqual({
      ...event,
      schema_version: 3,
      data: { words: ['Ada', 'Lovelace'], count: 2 },
    });
    expect(event.data).toEqual({ name: 'Ada Lovelace' });
  });

  it('applies only the remaining steps, and none to the newest version', () => {
    const second = recorded({ schema_version: 2, data: { words: ['Ada'] } });
    expect(upcaster.upcast(second).data).toEqual({ words: ['Ada'], count: 1 });
    const third = recorded({ schema_version: 3, data: { words: [], count: 0 } });
    expect(upcaster.upcast(third)).toEqual(third);
  });

  it('leaves types without steps as they are', () => {
    const other = recorded({ type: 'thing.made' });
    expect(upcaster.upcast(other)).toEqual(other);
    expect(upcaster.currentVersion('thing.made')).toBe(1);
    expect(upcaster.currentVersion('thing.renamed')).toBe(3);
  });

  it('refuses versions that a newer release has written', () => {
    expect(() => upcaster.upcast(recorded({ schema_version: 4 }))).toThrow(RangeError);
    expect(() => upcaster.upcast(recorded({ type: 'thing.made', schema_version: 2 }))).toThrow(RangeError);
  });

  it('never changes an element, whose text was hashed', () => {
    const element = recorded({ element: '{"name":"Ada Lovelace"}', data: null } as Partial<RecordedEvent>);
    expect(upcaster.upcast(element)).toBe(element);
  });
});
