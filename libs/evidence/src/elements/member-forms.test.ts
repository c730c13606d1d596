import { describe, expect, it } from '@jest/globals';
import { isTimestamp } from './member-forms.js';

describe('a timestamp', () => {
  it.each(['2026-11-21T03:00:00.000Z', '1970-01-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z'])(
    'may be %s',
    (value) => {
      expect(isTimestamp(value)).toBe(true);
    },
  );

  it.each([
    '2026-11-21T03:00:00Z',
    '2026-11-21T03:00:00.000',
    '2026-11-21T03:00:00.000z',
    '2026-11-21T03:00:00.000+00:00',
    '2026-11-21 03:00:00.000Z',
    '2026-13-21T03:00:00.000Z',
    '2026-11-21T25:00:00.000Z',
    '+002026-11-21T03:00:00.000Z',
    '2026-11-21T03:00:00.000Z\n',
    'tomorrow',
    '',
    null,
    1763694000000,
  ])('is not %j', (value) => {
    expect(isTimestamp(value)).toBe(false);
  });
});
