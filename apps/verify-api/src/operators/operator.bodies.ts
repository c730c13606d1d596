import type { RoleGrant } from '@service/contracts';
import { Declared } from '../interface/inputs/member-shapes.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { GrantsMember } from './grants.member.js';
import { NameMember } from './person.members.js';

/** Input for making a link; set by the route, not by the caller. */
export class LinkInput {
  /** `Host` of the request, which names the Console where no setting does. */
  @Declared({ from: 'Host', optional: true })
  host?: string | undefined;
}

export class InviteBody extends LinkInput {
  @NameMember({ description: 'What the person is called until they say it themselves.', optional: true })
  name?: string;

  @GrantsMember({ description: 'The roles of the new operator.', min: 1 })
  grants!: RoleGrant[];
}

export class ChangeRolesBody extends ReasonBody {
  @GrantsMember({
    description:
      'The roles in the place of those that the caller may give and take; others, which it cannot see, stay.',
    min: 0,
  })
  grants!: RoleGrant[];
}
