import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnavailableError, type OperatorSnapshot, type ProjectSnapshot } from '@service/contracts';
import { SessionCallers } from './session-callers.js';
import type { Session } from './session.js';

const session: Session = {
  id: 'ses_1',
  operatorId: 'opr_1',
  key: 'sha256:01',
  method: 'passkey',
  signedInAt: 0,
  expiresAt: 1_000,
};
const project = { id: 'prj_1', state: 'active', quota: {} } as ProjectSnapshot;

let operator: OperatorSnapshot;
let projects: ProjectSnapshot[];
let tampered: string[];
let isStale: boolean;

beforeEach(() => {
  operator = {
    id: 'opr_1',
    state: 'active',
    version: 2,
    grants: [{ project_id: 'prj_1', role: 'auditor' }],
    keys: [{ kind: 'passkey', thumbprint: 'sha256:01', added_at: '2026-01-01T00:00:00.000Z' }],
    invitation: null,
    invited_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
    invited_at: '2026-01-01T00:00:00.000Z',
    reason: null,
    updated_at: '2026-01-01T00:00:00.000Z',
  } as OperatorSnapshot;
  projects = [project, { ...project, id: 'prj_2' }];
  tampered = [];
  isStale = false;
});

const people = new SessionCallers(
  {
    operator: (id) => (id === operator.id ? operator : undefined),
    project: (id) => projects.find((each) => each.id === id),
    isTampered: (id) => tampered.includes(id),
  },
  {
    require: () => {
      if (isStale) throw new UnavailableError({ cause: 'view_emptied', view: 'directory' });
    },
  },
);
const refused = (code: string) => expect.objectContaining({ code });
const ask = (at = 0) => people.operatorOf(session, at);

describe('the operator of a session', () => {
  it('is known while it is active and has the key', () => {
    expect(ask()).toBe(operator);
  });

  it('is not once the session, the operator or the key has ended', () => {
    expect(() => ask(1_000)).toThrow(refused('session.ended'));
    const active = operator;
    operator = { ...active, state: 'removed' };
    expect(() => ask()).toThrow(refused('session.ended'));
    operator = { ...active, keys: [] };
    expect(() => ask()).toThrow(refused('session.ended'));
    operator = { ...active, id: 'opr_2' };
    expect(() => ask()).toThrow(refused('session.ended'));
  });

  it('is unknown while its events cannot be trusted, or are behind', () => {
    tampered = ['opr_1'];
    expect(() => ask()).toThrow(refused('service.unavailable'));
    tampered = [];
    isStale = true;
    expect(() => ask()).toThrow(refused('service.unavailable'));
  });
});

describe('the caller of a session', () => {
  it('holds what the role gives in the project, and no more', () => {
    expect(people.callerIn(session, operator, 'prj_1')).toMatchObject({
      credentialId: 'opr_1',
      actor: { type: 'operator', id: 'opr_1', session: 'ses_1' },
      projectId: 'prj_1',
      capabilities: ['verify', 'read', 'audit'],
    });
    expect(people.callerIn(session, operator, null).capabilities).toEqual([]);
  });

  it('finds a project without a role as little as one that is not there', () => {
    for (const id of ['prj_2', 'prj_3', '']) {
      expect(() => people.callerIn(session, operator, id)).toThrow(refused('project.not_found'));
    }
  });

  it('is refused in a suspended project', () => {
    projects = [{ ...project, state: 'suspended' }];
    expect(() => people.requireActive('prj_1')).toThrow(refused('project.suspended'));
    expect(() => people.requireActive(null)).not.toThrow();
    projects = [project];
    tampered = ['prj_1'];
    expect(() => people.requireActive('prj_1')).toThrow(refused('service.unavailable'));
  });
});
