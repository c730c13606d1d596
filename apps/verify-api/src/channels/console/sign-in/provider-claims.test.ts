import { describe, expect, it } from '@jest/globals';
import { roleMap } from '@service/platform/settings';
import { grantedRoles, vouchedProfile } from './provider-claims.js';

const map = roleMap.parse('staff=auditor, ops=prj_1:admin,ops=operator,boss=owner');

describe('the roles that a claim gives', () => {
  it('are the highest for each project', () => {
    expect(grantedRoles(map ?? new Map(), ['staff', 'ops', 'others'])).toEqual([
      { project_id: null, role: 'operator' },
      { project_id: 'prj_1', role: 'admin' },
    ]);
    expect(grantedRoles(map ?? new Map(), 'boss')).toEqual([{ project_id: null, role: 'owner' }]);
  });

  it.each([undefined, null, 7, { ops: true }, [['ops']], 'constructor'])('are none for %j', (claim) => {
    expect(grantedRoles(map ?? new Map(), claim)).toEqual([]);
  });

  it.each(['', 'ops', 'ops=king', '=admin', 'ops=prj:admin'])('have a form: not %j', (text) => {
    expect(roleMap.parse(text)).toBeUndefined();
  });
});

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
