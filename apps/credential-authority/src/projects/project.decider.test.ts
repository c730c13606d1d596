import { describe, expect, it } from '@jest/globals';
import type { ProjectEvent, ProjectSnapshot, QuotaChange, UpdateProject } from '@service/contracts';
import { givenFor } from '@service/testing';
import { decide, evolve, type ProjectCommand } from './project.decider.js';

const given = givenFor({ decide, evolve });

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = '2026-11-21T12:00:00.000Z';
const before = '2026-11-21T03:00:00.000Z';

const created = {
  type: 'service.project.created',
  project_id: 'prj_1',
  name: 'Registry',
  quota: {},
  max_credential_days: null,
  occurred_at: before,
} satisfies ProjectEvent;
const updated: ProjectEvent = {
  type: 'service.project.updated',
  name: 'Archive',
  quota: {},
  max_credential_days: null,
  occurred_at,
};
const suspended: ProjectEvent = { type: 'service.project.suspended', reason: 'unpaid', occurred_at: before };
const resumed: ProjectEvent = { type: 'service.project.resumed', reason: 'paid', occurred_at: before };

const facts = { now, project_id: 'prj_1' };
const expected_version = null;
const updateTo = (changes: Omit<UpdateProject, 'expected_version'>): ProjectCommand => ({
  type: 'project.update',
  payload: { ...changes, expected_version },
});
const create: ProjectCommand = { type: 'project.create', payload: { name: 'Registry' } };
const update = updateTo({ name: 'Archive' });
const suspend: ProjectCommand = { type: 'project.suspend', payload: { reason: 'unpaid', expected_version } };
const resume: ProjectCommand = { type: 'project.resume', payload: { reason: 'paid', expected_version } };

const refused = 'project.transition_not_allowed';

describe('a missing project', () => {
  it('can be created', () => {
    given()
      .when(create, facts)
      .then({ ...created, occurred_at });
  });

  it.each([update, suspend, resume])('refuses $type', (command) => {
    given().when(command, facts).fails('project.not_found');
  });
});

describe.each([
  { name: 'as it was created', history: [created] },
  { name: 'resumed', history: [created, suspended, resumed] },
])('an active project, $name', ({ history }) => {
  it('stays as it is, without a new version, where an update changes nothing', () => {
    given(history)
      .when(updateTo({ name: 'Registry', quota: {} }), facts)
      .then([]);
  });

  it('can be updated', () => {
    given(history).when(update, facts).then(updated);
  });

  it('can be suspended', () => {
    given(history)
      .when(suspend, facts)
      .then({ type: 'service.project.suspended', reason: 'unpaid', occurred_at });
  });

  it.each([create, resume])('refuses $type', (command) => {
    given(history).when(command, facts).fails(refused);
  });
});

describe('a suspended project', () => {
  it('can be updated, and stays suspended', () => {
    given(created, suspended).when(update, facts).then(updated);
    expect([created, suspended, updated].reduce<ProjectSnapshot | null>(evolve, null)).toMatchObject({
      name: 'Archive',
      state: 'suspended',
      version: 3,
    });
  });

  it('can be resumed', () => {
    given(created, suspended)
      .when(resume, facts)
      .then({ type: 'service.project.resumed', reason: 'paid', occurred_at });
  });

  it.each([
    [create, 'The project exists already.'],
    [suspend, 'The project is suspended already.'],
  ] as const)('refuses $type, and says which version and state it has', (command, message) => {
    given(created, suspended)
      .when(command, facts)
      .fails(refused, { message, current_version: 2, current_state: 'suspended' });
  });
});

describe('the terms of a project', () => {
  const limited = { ...created, quota: { verify: 10, write: 0 }, max_credential_days: 30 };

  it.each<[QuotaChange, object]>([
    [{ verify: 20 }, { verify: 20, write: 0 }],
    [
      { verify: null, read: 5 },
      { write: 0, read: 5 },
    ],
    [null, {}],
  ])('keep each quota that %j does not name', (change, quota) => {
    given(limited)
      .when(updateTo({ quota: change }), facts)
      .then({ ...updated, name: 'Registry', quota, max_credential_days: 30 });
  });

  it('end the longest life with null, and keep it where it is left out', () => {
    given(limited)
      .when(updateTo({ max_credential_days: null }), facts)
      .then({ ...updated, name: 'Registry', quota: limited.quota });
    given(limited)
      .when(update, facts)
      .then({ ...updated, quota: limited.quota, max_credential_days: 30 });
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(129) }],
    ['quota', { quota: { verify: -1 } }],
    ['quota', { quota: { verify: 0.5 } }],
    ['quota', { quota: { write: 1e12 + 1 } }],
    ['quota', { quota: { subscribe: 1 } }],
    ['max_credential_days', { max_credential_days: 0 }],
    ['max_credential_days', { max_credential_days: 1.5 }],
    ['max_credential_days', { max_credential_days: 36_501 }],
  ])('cannot have the %s of %j', (field, change) => {
    const details = [{ field, issue: expect.any(String) }];
    expect(() => decide(evolve(null, created), updateTo(change), facts)).toThrow(
      expect.objectContaining({ code: 'request.invalid', extras: { details } }),
    );
  });
});

describe('a clock that was set back', () => {
  it('does not make the history run backwards', () => {
    const early = new Date('2026-11-21T02:00:00.000Z');
    given(created)
      .when(suspend, { ...facts, now: early })
      .then({ type: 'service.project.suspended', reason: 'unpaid', occurred_at: before });
  });
});
