import { expect, it } from '@jest/globals';
import { segment } from './segment.js';

it.each(['..', '.', '%2e%2e', '%2E.', 'a/../b', '..\\..', '?x', '#x', ' ', 'rec_1'])(
  'no id changes the operation that is called: %s',
  (id) => {
    const { pathname, search, hash } = new URL(`/v1/records/${segment(id)}/evidence`, 'http://localhost');
    expect(pathname).toMatch(/^\/v1\/records\/[^/]+\/evidence$/);
    expect([search, hash]).toEqual(['', '']);
  },
);
