import { describe, expect, it } from '@jest/globals';
import type { Schema } from './documented.js';
import { eventBreaksBetween, type EventDocument } from './event-breaks-between.js';

const payload: Schema = {
  type: 'object',
  properties: { id: { type: 'string' }, state: { enum: ['sent'] } },
  required: ['id', 'state'],
};
const headers: Schema = { type: 'object', properties: { 'Service-Event-Id': { type: 'string' } } };

const document = (parts: { payload?: Schema; headers?: Schema } = {}): EventDocument => ({
  components: { messages: { 'parcel.sent': { payload, headers, ...parts } } },
});

describe('what breaks receivers of events', () => {
  it.each<[string, EventDocument, string[]]>([
    ['a type that is gone', { components: { messages: {} } }, ['parcel.sent is gone']],
    [
      'a member that can be missing',
      document({ payload: { ...payload, required: ['id'] } }),
      ['parcel.sent: body.state can be missing'],
    ],
    [
      'a header field that is gone',
      document({ headers: { type: 'object', properties: {} } }),
      ['parcel.sent: header.Service-Event-Id can be missing'],
    ],
  ])('is %s', (_, now, breaks) => {
    expect(eventBreaksBetween(document(), now)).toEqual(breaks);
  });

  it('is no member more, and no state more', () => {
    const more = { ...payload.properties, state: { enum: ['sent', 'lost'] }, weight: { type: 'integer' } };
    expect(eventBreaksBetween(document(), document({ payload: { ...payload, properties: more } }))).toEqual(
      [],
    );
  });
});
