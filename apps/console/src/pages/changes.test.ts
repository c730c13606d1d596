import { expect, it } from '@jest/globals';
import { changesBetween } from './changes.js';

it('a version is told from the one before by what it says otherwise', () => {
  const first = { scope: ['deeds', 'maps'], origin: 'here', content_digest: 'sha256:1', expires_at: null };
  const second = { ...first, content_digest: 'sha256:2', expires_at: '2030-01-01T00:00:00.000Z' };
  expect(changesBetween(first, second)).toEqual([
    { member: 'content_digest', before: 'sha256:1', after: 'sha256:2' },
    { member: 'expires_at', before: null, after: '2030-01-01T00:00:00.000Z' },
  ]);
  expect(changesBetween(undefined, first).map(({ member }) => member)).toEqual([
    'content_digest',
    'origin',
    'scope',
  ]);
});
