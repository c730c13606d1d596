import { describe, expect, it } from '@jest/globals';
import { vouchedProfile } from './vouched-profile.js';

const email = 'Ada@Mail.example';
const profileBy = (claims: Record<string, unknown>) => vouchedProfile({ claims, subject: 'u-1' });

describe('what a provider says somebody is called', () => {
  it('is a name and an address, or the address or the subject in place of a name', () => {
    expect(profileBy({ name: ' Ada ', email })).toEqual({ name: 'Ada', address: 'ada@mail.example' });
    expect(profileBy({ email, email_verified: true })).toEqual({
      name: 'ada@mail.example',
      address: 'ada@mail.example',
    });
    expect(profileBy({ name: 7, email: 'nowhere' })).toEqual({ name: 'u-1', address: null });
  });

  it.each([false, 'false'])('has no address that the provider has not verified: %j', (email_verified) => {
    expect(profileBy({ name: 'Ada', email, email_verified })).toEqual({ name: 'Ada', address: null });
    expect(profileBy({ email, email_verified })).toEqual({ name: 'u-1', address: null });
  });
});
