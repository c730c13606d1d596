import { describe, expect, it } from '@jest/globals';
import { findPlace } from './found-id.js';

const ULID = '01M84Q84T6GVQ9ZNWNJNX7T4N8';
const DIGEST = 'a'.repeat(64);

describe('the search box', () => {
  it.each([
    ['rec', '/records/$id'],
    ['aut', '/authorities/$id'],
    ['crd', '/credentials/$id'],
    ['sub', '/subscriptions/$id'],
    ['evt', '/events/$id'],
    ['dlv', '/deliveries/$id'],
    ['req', '/history/$id'],
  ])('takes %s_… to %s', (prefix, to) => {
    const id = `${prefix}_${ULID}`;
    expect(findPlace(` ${id}\n`)).toEqual({ to, params: { id } });
  });

  it('takes an operator to the team', () => {
    expect(findPlace(`opr_${ULID}`)).toEqual({ to: '/team', search: { operator: `opr_${ULID}` } });
  });

  it.each([`sha256:${DIGEST}`, `SHA256:${DIGEST.toUpperCase()}`, DIGEST])(
    'takes the digest %s to be verified',
    (text) => {
      expect(findPlace(text)).toEqual({ to: '/verify', search: { digest: `sha256:${DIGEST}` } });
    },
  );

  it.each(['order-1', 'rec_', 'rec_no id', `sha256:${'a'.repeat(63)}`])(
    'takes %j for an external id',
    (text) => {
      expect(findPlace(text)).toEqual({ to: '/records', search: { external_id: text } });
    },
  );

  it('takes nothing nowhere', () => {
    expect(findPlace('  ')).toBeNull();
  });
});
