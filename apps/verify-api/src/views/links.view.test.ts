import { describe, expect, it } from '@jest/globals';
import type { LinkEvent } from '@service/contracts';
import { foldLoggedLink } from './links.view.js';

const created = {
  type: 'service.link.created',
  link_id: 'lnk_1',
  occurred_at: '2026-03-01T12:00:00.000Z',
} as LinkEvent;
const revoked: LinkEvent = {
  type: 'service.link.revoked',
  reason: 'Over.',
  occurred_at: '2026-03-02T12:00:00.000Z',
};

describe('the table of links', () => {
  const active = foldLoggedLink(undefined, { version: 1, data: created });

  it('follows the log, and ignores what is not newer', () => {
    expect(active?.state).toBe('active');
    expect(foldLoggedLink(active, { version: 2, data: revoked })).toMatchObject({
      state: 'revoked',
      reason: 'Over.',
    });
    expect(foldLoggedLink(active, { version: 1, data: created })).toBeUndefined();
  });

  it.each([
    ['an event is forged', { version: 2, data: null }],
    ['an event is missing', { version: 3, data: revoked }],
  ])('ends a link where %s', (_, event) => {
    expect(foldLoggedLink(active, event)?.state).toBe('revoked');
  });

  it('has no link whose first event is forged or missing', () => {
    expect(foldLoggedLink(undefined, { version: 1, data: null })).toBeUndefined();
    expect(foldLoggedLink(undefined, { version: 2, data: revoked })).toBeUndefined();
  });
});
