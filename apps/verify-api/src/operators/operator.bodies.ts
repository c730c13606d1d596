import { type RoleGrant, OPERATOR_BOUNDS, ROLES } from '@service/contracts';
import { Declared } from '../interface/inputs/member-shapes.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { NameMember } from './person.members.js';
import { Rule, member } from '../interface/inputs/members.js';

const PROJECT_ID = /^prj_[0-9A-Za-z]{1,60}$/;

/** A list of roles for projects. @param min how many there must be. */
function GrantsMember(description: string, { min }: { min: number }): PropertyDecorator {
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
  return member(schema, description, {}, Rule(areGrants, { message }));
}

function isGrant(value: unknown): value is RoleGrant {
  if (typeof value !== 'object' || value === null) return false;
  const { project_id, role, ...others } = value as Partial<RoleGrant>;
  const isProject = project_id === null || (typeof project_id === 'string' && PROJECT_ID.test(project_id));
  return isProject && ROLES.some((each) => each === role) && Object.keys(others).length === 0;
}

/** Input for making a link; set by the route, not by the caller. */
export class LinkInput {
  /** `Host` of the request, which names the Console where no setting does. */
  @Declared({ from: 'Host', optional: true })
  host?: string | undefined;
}

export class InviteBody extends LinkInput {
  @NameMember('What the person is called until they say it themselves.', { optional: true })
  name?: string;

  @GrantsMember('The roles of the new operator.', { min: 1 })
  grants!: RoleGrant[];
}

export class ChangeRolesBody extends ReasonBody {
  @GrantsMember(
    'The roles in the place of those that the caller may give and take; others, which it cannot see, stay.',
    { min: 0 },
  )
  grants!: RoleGrant[];
}
