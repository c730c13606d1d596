import { describe, expect, it } from '@jest/globals';
import type { Grant, Session } from '../../api/session.js';
import { managedPlaces, roleAt, withRole } from './grants.js';

const ALL = { id: null, name: 'All projects' };
const ONE = { id: 'prj_1', name: 'One' };

function sessionOf(capabilities: string[], ...ofProjects: string[][]): Session {
  const projects = ofProjects.map((held, index) => ({
    id: `prj_${index + 1}`,
    name: 'One',
    capabilities: held,
  }));
  return { operator: { capabilities }, projects } as unknown as Session;
}

describe('the places of a team', () => {
  it('are all for an owner of all projects', () => {
    expect(managedPlaces(sessionOf(['operator', 'team'], ['team']))).toEqual([ALL, ONE]);
  });

  it('are those where somebody is an owner, and no others', () => {
    expect(managedPlaces(sessionOf([], ['team'], ['manage']))).toEqual([ONE]);
  });
});

describe('grants', () => {
  const grants: Grant[] = [
    { project_id: null, role: 'auditor' },
    { project_id: 'prj_1', role: 'admin' },
  ];

  it('give one role at a place', () => {
    expect(roleAt(grants, ALL)).toBe('auditor');
    expect(roleAt(grants, ONE)).toBe('admin');
    expect(roleAt([], ONE)).toBeNull();
  });

  it('change at one place alone', () => {
    expect(withRole(grants, ONE, 'owner')).toEqual([grants[0], { project_id: 'prj_1', role: 'owner' }]);
    expect(withRole(grants, ALL, null)).toEqual([grants[1]]);
  });
});
