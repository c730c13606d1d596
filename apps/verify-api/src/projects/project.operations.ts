import { type ErrorCode, SUBJECT_PATTERN, TERMS_BOUNDS, type QuotaChange } from '@service/contracts';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import type { Call } from '../interface/call.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ProjectQuery } from './project.query.js';
import { Projects } from './projects.js';
import { IntegerMember, TextMember, type MemberOptions } from '../interface/inputs/members.js';
import { NameMember } from '../interface/inputs/identifier.member.js';
import { CountsMember } from '../interface/inputs/object-members.js';

const Name = (more?: MemberOptions) =>
  NameMember('The project’s name.', { maxLength: TERMS_BOUNDS.name, ...more });

class CreateProjectBody {
  @Name()
  name!: string;
}

class UpdateProjectBody {
  @Name({ optional: true })
  name?: string;

  @CountsMember(
    'Operations a UTC day. Null ends the quota of a kind, or of all; kinds that are left out keep theirs.',
    { min: 0, max: TERMS_BOUNDS.quota, endable: true, optional: true, nullable: true },
  )
  quota?: QuotaChange;

  @IntegerMember('Longest life, in days, of a credential that is issued from now on; null for any.', {
    min: 1,
    max: TERMS_BOUNDS.credentialDays,
    optional: true,
    nullable: true,
  })
  max_credential_days?: number | null;
}

class SubjectBody extends ReasonBody {
  @TextMember('The subject exactly as its tokens have it in `sub`: printable ASCII.', {
    maxLength: 255,
    form: { pattern: SUBJECT_PATTERN, is: 'a text of 1 to 255 printable ASCII characters' },
  })
  subject!: string;
}

const CHANGE_FAILS: readonly ErrorCode[] = ['project.not_found', 'project.version_conflict'];
const SUBJECT_FAILS: readonly ErrorCode[] = [...CHANGE_FAILS, 'project.limit_reached'];
const TRANSITION_FAILS: readonly ErrorCode[] = [...CHANGE_FAILS, 'project.transition_not_allowed'];

const common = { access: 'operator', useCase: Projects } as const;
const onOne = { ...common, stepUp: true, answer: 'Project' } as const;

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
    ...common,
    name: 'projects.create',
    http: 'POST /v1/projects',
    status: 201,
    stepUp: true,
    summary: 'Create a project with its first admin credential',
    input: CreateProjectBody,
    answer: 'CreatedProject',
    answersSecret: true,
    execute: (projects, call, { name }) => projects.create(call, name),
    subjectsOf: (_, answer) => (answer === null ? [] : [answer.id, answer.admin_credential.id]),
  }),

  list: defineOperation({
    ...common,
    name: 'projects.list',
    http: 'GET /v1/projects',
    summary: 'List projects, newest first',
    input: ProjectQuery,
    answer: 'ProjectPage',
    execute: (projects, _call, query) => projects.list(query),
  }),

  current: defineOperation({
    name: 'projects.current',
    http: 'GET /v1/projects/current',
    access: 'any',
    summary: 'Read the credential’s own project and environment, and what it may do',
    answer: 'CurrentProject',
    fails: ['project.version_conflict'],
    fromMemory: true,
    useCase: Projects,
    execute: (projects, call) => projects.current(call),
  }),

  read: defineOperation({
    ...common,
    name: 'projects.read',
    http: 'GET /v1/projects/:id',
    summary: 'Read a project',
    input: identified('project_id'),
    answer: 'Project',
    fails: ['project.not_found', 'project.version_conflict'],
    execute: (projects, _call, { project_id }) => projects.read(project_id),
  }),

  update: defineOperation({
    ...onOne,
    name: 'projects.update',
    http: 'PATCH /v1/projects/:id',
    summary: 'Change a project’s name, quota or longest life of credentials',
    input: change('project_id', UpdateProjectBody),
    fails: CHANGE_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.change('project.update', call, project_id, payload),
  }),

  suspend: defineOperation({
    ...onOne,
    name: 'projects.suspend',
    http: 'POST /v1/projects/:id/suspend',
    summary: 'Suspend a project: all of its credentials are refused',
    input: change('project_id', ReasonBody),
    fails: TRANSITION_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.change('project.suspend', call, project_id, payload),
  }),

  resume: defineOperation({
    ...onOne,
    name: 'projects.resume',
    http: 'POST /v1/projects/:id/resume',
    summary: 'Resume a suspended project',
    input: change('project_id', ReasonBody),
    fails: TRANSITION_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.change('project.resume', call, project_id, payload),
  }),

  blockSubject: defineOperation({
    ...onSubjects,
    name: 'projects.block_subject',
    http: 'POST /v1/projects/:id/block-subject',
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
    summary: 'Unblock a subject of the OAuth issuer; `current` is the credential’s own project',
    fails: SUBJECT_FAILS,
    execute: (projects, call, { project_id, ...payload }) =>
      projects.changeSubject('project.unblock_subject', call, ownIfCurrent(project_id, call), payload),
  }),
};
