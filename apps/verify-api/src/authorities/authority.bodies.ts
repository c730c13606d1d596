import { REVOCATION_CAUSES, type RevocationCause } from '@service/evidence';
import { ChoiceMember, PublicKeyMember, TextsMember } from '../interface/inputs/members.js';
import { IdentifierMember } from '../interface/inputs/identifier.member.js';
import { MomentMember } from '../interface/inputs/moment.member.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';

const SCOPE = {
  description: 'What the authority covers; reported with every answer, never enforced.',
  maxItems: 32,
};
const VALID_UNTIL = {
  description: 'Until when the authority is valid; lies in the future.',
};

export class GrantBody {
  @IdentifierMember({
    description: 'Who issues under this authority.',
    maxLength: 256,
  })
  issuer!: string;

  @TextsMember(SCOPE)
  scope!: string[];

  @MomentMember(VALID_UNTIL)
  valid_until!: string;

  @PublicKeyMember({
    description:
      'Ed25519 key that the issuer signs with, 32 bytes in base64url. Its records then need an `external_id`, and all but suspending and revoking them needs `issuer_signature`.',
    optional: true,
  })
  public_key?: string;
}

export class RenewBody extends ReasonBody {
  @MomentMember(VALID_UNTIL)
  valid_until!: string;
}

export class RescopeBody extends ReasonBody {
  @TextsMember(SCOPE)
  scope!: string[];
}

export class RevokeAuthorityBody extends ReasonBody {
  @ChoiceMember({ description: 'Only a compromise reaches back in time.', choices: REVOCATION_CAUSES })
  cause!: RevocationCause;

  @MomentMember({
    description: 'For a compromise: since when the authority’s word counts for nothing.',
    optional: true,
  })
  invalid_since?: string;
}
