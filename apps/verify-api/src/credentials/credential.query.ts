import { CAPABILITIES, CREDENTIAL_STATES, type Capability, type CredentialState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoiceMember, ChoicesMember } from '../interface/inputs/members.js';

export class CredentialQuery extends CreatedQuery {
  @ChoicesMember('Credentials in these states.', { choices: CREDENTIAL_STATES, optional: true })
  state?: CredentialState[];

  @ChoiceMember('Credentials with this capability.', { choices: CAPABILITIES, optional: true })
  capability?: Capability;
}
