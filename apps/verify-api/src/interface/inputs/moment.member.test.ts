import { describe, expect, it } from '@jest/globals';
import { checkInput } from './check-input.js';
import { MomentMember, RangeEndMember } from './moment.member.js';

class Sent {
  @MomentMember('An end.', { optional: true, nullable: true })
  until?: string | null;

  @RangeEndMember('A start.', { optional: true })
  from?: string;
}

class Range {
  @RangeEndMember('A start.', { optional: true })
  from?: string;

  @RangeEndMember('An end.', { optional: true, notBefore: 'from' })
  to?: string;
}

const read = (sent: object) => checkInput(Sent, sent);

describe('a moment', () => {
  it.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01t00:00:00.5z', '2030-01-01T00:00:00.500Z'],
    ['2030-01-01T00:30:00.123000+01:00', '2029-12-31T23:30:00.123Z'],
    ['2029-12-31T19:00:00-05:00', '2030-01-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00-00:00', '2028-02-29T00:00:00.000Z'],
  ])('%s is read as %s', (given, moment) => {
    expect(read({ until: given, from: given })).toEqual({ until: moment, from: moment });
  });

  it('may be null or missing where that is said', () => {
    expect(read({ until: null })).toEqual({ until: null });
    expect(read({})).toEqual({});
  });

  it('that is finer than a millisecond is refused, and as an end of a range it is the next one', () => {
    for (const fraction of ['1230001', '123456', `123${'0'.repeat(30)}1`]) {
      const given = `2030-01-01T00:00:00.${fraction}Z`;
      expect(read({ from: given })).toEqual({ from: '2030-01-01T00:00:00.124Z' });
      expect(() => read({ until: given })).toThrow(expect.objectContaining({ code: 'request.invalid' }));
    }
  });

  it.each([
    '2030-02-31T00:00:00Z',
    '2030-02-29T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00:00:00',
    '2030-01-01T00:00:00 00:00',
    '2030-01-01 00:00:00Z',
    '2030-01-01T00:00:00+24:00',
    '2030-1-1T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    `2030-01-01T00:00:00.${'0'.repeat(60)}Z`,
    'tomorrow',
    '',
    1_893_456_000_000,
    ['2030-01-01T00:00:00Z'],
  ])('is not %j', (given) => {
    expect(() => read({ from: given, until: given })).toThrow(
      expect.objectContaining({
        extras: {
          details: [expect.objectContaining({ field: 'until' }), expect.objectContaining({ field: 'from' })],
        },
      }),
    );
  });

  it('that ends a range before its start is refused; an empty range is none', () => {
    const [early, late] = ['2030-01-01T01:00:00+01:00', '2030-01-01T00:00:00.001Z'];
    expect(checkInput(Range, { from: early, to: early })).toMatchObject({ to: '2030-01-01T00:00:00.000Z' });
    expect(checkInput(Range, { to: early })).toMatchObject({ to: '2030-01-01T00:00:00.000Z' });
    expect(() => checkInput(Range, { from: late, to: early })).toThrow(
      expect.objectContaining({ extras: { details: [{ field: 'to', issue: 'must not be before from' }] } }),
    );
  });
});
