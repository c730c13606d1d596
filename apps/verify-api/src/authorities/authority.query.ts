import { AUTHORITY_STATES, type AuthorityState } from '@service/evidence';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember } from '../interface/inputs/members.js';
import { IdentifierMember } from '../interface/inputs/identifier.member.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

export class AuthorityQuery extends CreatedQuery {
  @ChoicesMember('Authorities in these states.', { choices: AUTHORITY_STATES, optional: true })
  state?: AuthorityState[];

  @IdentifierMember('Authorities with exactly this issuer.', { maxLength: 256, optional: true })
  issuer?: string;
}

export class ReachQuery {
  @RangeEndMember('Elements made at or after this moment, as `invalid_since` of a revocation means it.', {
    optional: true,
  })
  from?: string;
}
