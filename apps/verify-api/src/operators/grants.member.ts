import { OPERATOR_BOUNDS, ROLES, type RoleGrant } from '@service/contracts';
import { Rule, member, type MemberOptions } from '../interface/inputs/members.js';

const PROJECT_ID = /^prj_[0-9A-Za-z]{1,60}$/;

/** A list of roles for projects. @param min how many there must be. */
export function GrantsMember({ min, ...options }: MemberOptions & { min: number }): PropertyDecorator {
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        project_id: {
          type: ['string', 'null'],
          pattern: PROJECT_ID.source,
          description: 'Id of the project; null for all projects, those of later too.',
        },
        role: { type: 'string', enum: [...ROLES], description: 'The role.' },
      },
      required: ['project_id', 'role'],
      additionalProperties: false,
    },
    minItems: min,
    maxItems: OPERATOR_BOUNDS.grants,
    uniqueItems: true,
  };
  const message = `must be a list of ${min} to ${OPERATOR_BOUNDS.grants} different roles, each with a project_id or null and one of ${ROLES.join(', ')}`;
  const areGrants = (value: unknown) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= OPERATOR_BOUNDS.grants &&
    value.every(isGrant) &&
    new Set(value.map(({ project_id, role }) => `${project_id} ${role}`)).size === value.length;
  return member(schema, options, Rule(areGrants, { message }));
}

function isGrant(value: unknown): value is RoleGrant {
  if (typeof value !== 'object' || value === null) return false;
  const { project_id, role, ...others } = value as Partial<RoleGrant>;
  const isProject = project_id === null || (typeof project_id === 'string' && PROJECT_ID.test(project_id));
  return isProject && ROLES.some((each) => each === role) && Object.keys(others).length === 0;
}
