import { describe, expect, it } from '@jest/globals';
import type { ProjectEvent, ProjectSnapshot } from '@service/contracts';
import { givenFor } from '@service/testing';
import { decide, evolve, type ProjectCommand } from './project.decider.js';

const given = givenFor({ decide, evolve });

const now = new Date('2026-11-21T12:00:00.000Z');
const occurred_at = '2026-11-21T12:00:00.000Z';
const before = '2026-11-21T03:00:00.000Z';

const created: ProjectEvent = {
  type: 'service.project.created',
  project_id: 'prj_1',
  name: 'Registry',
  occurred_at: before,
};
const suspended: ProjectEvent = { type: 'service.project.suspended', reason: 'unpaid', occurred_at: before };
const resumed: ProjectEvent = { type: 'service.project.resumed', reason: 'paid', occurred_at: before };

const create: ProjectCommand = { type: 'project.create', project_id: 'prj_1', name: 'Registry', now };
const rename: ProjectCommand = { type: 'project.rename', name: 'Archive', now };
const suspend: ProjectCommand = { type: 'project.suspend', reason: 'unpaid', now };
const resume: ProjectCommand = { type: 'project.resume', reason: 'paid', now };

const refused = 'project.transition_not_allowed';

describe('a project that is not there', () => {
  it('can be created', () => {
    given()
      .when(create)
      .then([{ type: 'service.project.created', project_id: 'prj_1', name: 'Registry', occurred_at }]);
  });

  it.each([rename, suspend, resume])('refuses $type', (command) => {
    given().when(command).fails(refused, { message: 'There is no such project.' });
  });
});

describe.each([
  { name: 'as it was created', history: [created] },
  { name: 'resumed', history: [created, suspended, resumed] },
])('an active project, $name', ({ history }) => {
  it('can be renamed', () => {
    given(...history)
      .when(rename)
      .then([{ type: 'service.project.renamed', name: 'Archive', occurred_at }]);
  });

  it('can be suspended', () => {
    given(...history)
      .when(suspend)
      .then([{ type: 'service.project.suspended', reason: 'unpaid', occurred_at }]);
  });

  it.each([create, resume])('refuses $type', (command) => {
    given(...history)
      .when(command)
      .fails(refused);
  });
});

describe('a suspended project', () => {
  it('can be renamed, and stays suspended', () => {
    const renamed: ProjectEvent = { type: 'service.project.renamed', name: 'Archive', occurred_at };
    given(created, suspended).when(rename).then([renamed]);
    expect([created, suspended, renamed].reduce<ProjectSnapshot | null>(evolve, null)).toMatchObject({
      name: 'Archive',
      state: 'suspended',
      version: 3,
    });
  });

  it('can be resumed', () => {
    given(created, suspended)
      .when(resume)
      .then([{ type: 'service.project.resumed', reason: 'paid', occurred_at }]);
  });

  it.each([create, suspend])('refuses $type', (command) => {
    given(created, suspended).when(command).fails(refused);
  });
});

describe('a clock that was set back', () => {
  it('does not order the history backwards', () => {
    const early = new Date('2026-11-21T02:00:00.000Z');
    given(created)
      .when({ ...suspend, now: early })
      .then([{ type: 'service.project.suspended', reason: 'unpaid', occurred_at: before }]);
  });
});
