import type { RoleGrant } from '@service/contracts';
import { ReasonBody } from '../inputs/reason.body.js';
import { GrantsMember } from './grants.member.js';

const example = [{ project_id: 'prj_01M84Q84T6GVQ9ZNWNJNX7T4N8', role: 'auditor' }];

/** What a link is made for; the route sets it, and no caller. */
export class LinkInput {
  /** `Host` of the request, which names the Console where no setting does. */
  host?: string | undefined;
}

export class InviteBody extends LinkInput {
  @GrantsMember({ description: 'The roles of the new operator.', min: 1, example })
  grants!: RoleGrant[];
}

export class ChangeRolesBody extends ReasonBody {
  @GrantsMember({
    description:
      'The roles in the place of those that the caller may give and take; others, which it cannot see, stay.',
    min: 0,
    example,
  })
  grants!: RoleGrant[];
}
