import { describe, expect, it } from '@jest/globals';
import { roleMap } from '@service/platform/settings';
import { grantedRoles } from './granted-roles.js';

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
