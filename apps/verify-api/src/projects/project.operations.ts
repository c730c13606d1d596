import type { ErrorCode } from '@service/contracts';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { requireMember } from '../interface/inputs/require-member.js';
import type { Call } from '../interface/call.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { CreateProjectBody, SubjectBody, UpdateProjectBody } from './project.bodies.js';
import { ProjectQuery } from './project.query.js';
import { Projects } from './projects.js';

const theProject = ({ project_id }: { project_id: string }) => [project_id];
const CHANGE_FAILS: readonly ErrorCode[] = ['project.not_found', 'project.version_conflict'];
const SUBJECT_FAILS: readonly ErrorCode[] = [...CHANGE_FAILS, 'project.limit_reached'];
const TRANSITION_FAILS: readonly ErrorCode[] = [...CHANGE_FAILS, 'project.transition_not_allowed'];

const onOne = {
  access: 'operator',
  kind: 'write',
  answer: 'Project',
  useCase: Projects,
  subjectsOf: theProject,
} as const;

/** Operations that an operator may use on every project, and a caller on its own. */
const onSubjects = {
  ...onOne,
  access: ['manage', 'operator'],
  ofWholeProject: 'cannot block or unblock subjects, which have access to all of the project',
  input: change('project_id', SubjectBody),
  subjectsOf: ({ project_id }: { project_id: string }, answer: { id: string } | null) => [
    answer?.id ?? project_id,
  ],
} as const;

/** The id in a path: `current` is the caller's own project, and not found for an operator, who has none. */
function ownIfCurrent(id: string, { projectId, requestContext }: Call): string {
  if (id !== 'current') return id;
  const own = projectId ?? id;
  requestContext.subjects = [own];
  return own;
}

/** Operations on projects: the caller's own, and all of them for operators. */
export const projectOperations = {
  create: defineOperation({
    name: 'projects.create',
    http: 'POST /v1/projects',
    status: 201,
    takes: 'body',
    stepUp: true,
    access: 'operator',
    kind: 'write',
    summary: 'Create a project with its first admin credential',
    input: CreateProjectBody,
    answer: 'CreatedProject',
    answersSecret: true,
    useCase: Projects,
    execute: (projects, call, { name }) => projects.create(call, name),
    subjectsOf: (_, answer) => (answer === null ? [] : [answer.id, answer.admin_credential.id]),
  }),

  list: defineOperation({
    name: 'projects.list',
    http: 'GET /v1/projects',
    takes: 'query',
    access: 'operator',
    kind: 'read',
    summary: 'List projects, newest first',
    input: ProjectQuery,
    answer: 'ProjectPage',
    useCase: Projects,
    execute: (projects, _call, query) => projects.list(query),
  }),

  current: defineOperation({
    name: 'projects.current',
    http: 'GET /v1/projects/current',
    access: 'any',
    kind: 'read',
    summary: 'Read the credential’s own project and environment, and what it may do',
    answer: 'CurrentProject',
    fails: ['project.version_conflict'],
    useCase: Projects,
    execute: (projects, call) => projects.current(call),
  }),

  read: defineOperation({
    name: 'projects.read',
    http: 'GET /v1/projects/:id',
    access: 'operator',
    kind: 'read',
    summary: 'Read a project',
    input: identified('project_id'),
    answer: 'Project',
    fails: ['project.not_found', 'project.version_conflict'],
    useCase: Projects,
    execute: (projects, _call, { project_id }) => projects.read(project_id),
    subjectsOf: theProject,
  }),

  update: defineOperation({
    ...onOne,
    name: 'projects.update',
    http: 'PATCH /v1/projects/:id',
    takes: 'body',
    stepUp: true,
    summary: 'Change a project’s name, quota or longest life of credentials',
    input: change('project_id', UpdateProjectBody),
    fails: CHANGE_FAILS,
    execute: (projects, call, { project_id, expected_version, ...changes }) => {
      requireMember(changes, 'name', 'quota', 'max_credential_days');
      return projects.update(call, project_id, changes, expected_version);
    },
  }),

  suspend: defineOperation({
    ...onOne,
    name: 'projects.suspend',
    http: 'POST /v1/projects/:id/suspend',
    takes: 'body',
    stepUp: true,
    summary: 'Suspend a project: all of its credentials are refused',
    input: change('project_id', ReasonBody),
    fails: TRANSITION_FAILS,
    execute: (projects, call, { project_id, reason, expected_version }) =>
      projects.change('project.suspend', call, project_id, { reason, expected_version }),
  }),

  resume: defineOperation({
    ...onOne,
    name: 'projects.resume',
    http: 'POST /v1/projects/:id/resume',
    takes: 'body',
    stepUp: true,
    summary: 'Resume a suspended project',
    input: change('project_id', ReasonBody),
    fails: TRANSITION_FAILS,
    execute: (projects, call, { project_id, reason, expected_version }) =>
      projects.change('project.resume', call, project_id, { reason, expected_version }),
  }),

  blockSubject: defineOperation({
    ...onSubjects,
    name: 'projects.block_subject',
    http: 'POST /v1/projects/:id/block-subject',
    takes: 'body',
    stepUp: false,
    summary:
      'Block a subject of the OAuth issuer: its tokens are refused in the project; `current` is the credential’s own',
    fails: SUBJECT_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.changeSubject('project.block_subject', call, ownIfCurrent(project_id, call), payload),
  }),

  unblockSubject: defineOperation({
    ...onSubjects,
    name: 'projects.unblock_subject',
    http: 'POST /v1/projects/:id/unblock-subject',
    takes: 'body',
    stepUp: true,
    summary: 'Unblock a subject of the OAuth issuer; `current` is the credential’s own project',
    fails: SUBJECT_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.changeSubject('project.unblock_subject', call, ownIfCurrent(project_id, call), payload),
  }),
};
