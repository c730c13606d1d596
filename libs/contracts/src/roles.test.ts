import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES } from './capabilities.js';
import { ROLES, ROLE_CAPABILITIES, capabilitiesIn, ownsAllProjects, rolesIn, type Role } from './roles.js';

const of = (role: Role, project_id: string | null) => ({ project_id, role });

describe('a role', () => {
  it('holds what it is for', () => {
    expect(ROLE_CAPABILITIES.auditor).toEqual(['verify', 'read', 'audit']);
    expect(ROLE_CAPABILITIES.operator).toEqual(['verify', 'read', 'write', 'share', 'subscribe']);
    expect([...ROLE_CAPABILITIES.admin].sort()).toEqual([...CAPABILITIES].sort());
    expect(ROLE_CAPABILITIES.owner).toEqual([...ROLE_CAPABILITIES.admin, 'team']);
  });
});

describe('what grants hold in a project', () => {
  const grants = [of('operator', 'prj_1'), of('auditor', 'prj_1'), of('owner', 'prj_2')];

  it('is what all roles for it hold, each once', () => {
    expect(capabilitiesIn(grants, 'prj_1')).toEqual([
      'verify',
      'read',
      'audit',
      'write',
      'share',
      'subscribe',
    ]);
    expect(rolesIn(grants, 'prj_1')).toEqual(['auditor', 'operator']);
  });

  it('is nothing in another project', () => {
    expect(capabilitiesIn(grants, 'prj_3')).toEqual([]);
    expect(capabilitiesIn([], 'prj_1')).toEqual([]);
  });

  it('comes from roles for all projects too', () => {
    expect(capabilitiesIn([of('admin', null)], 'prj_9')).toEqual(ROLE_CAPABILITIES.admin);
    expect(rolesIn([of('admin', null), of('auditor', 'prj_9')], 'prj_9')).toEqual(['auditor', 'admin']);
  });

  it('is never operator, which owners of all projects hold where no project is concerned', () => {
    expect(capabilitiesIn([of('owner', null)], 'prj_1')).toEqual(ROLE_CAPABILITIES.owner);
    expect(capabilitiesIn([of('owner', null)], null)).toEqual(['operator', 'team']);
  });

  it.each(ROLES)('is nothing without a project for %s of one', (role) => {
    expect(capabilitiesIn([of(role, 'prj_1')], null)).toEqual([]);
  });

  it.each(['auditor', 'operator', 'admin'] as const)('is nothing without a project for %s of all', (role) => {
    expect(capabilitiesIn([of(role, null)], null)).toEqual([]);
    expect(ownsAllProjects([of(role, null)])).toBe(false);
  });
});
