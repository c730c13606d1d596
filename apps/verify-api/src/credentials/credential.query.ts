import { CAPABILITIES, CREDENTIAL_STATES, type Capability, type CredentialState } from '@service/contracts';
import { ChoiceMember, ChoicesMember } from '../interface/inputs/members.js';
import { PageQuery } from '../interface/inputs/pagination.js';

export class CredentialQuery extends PageQuery {
  @ChoicesMember({ description: 'Credentials in these states.', choices: CREDENTIAL_STATES, optional: true })
  state?: CredentialState[];

  @ChoiceMember({ description: 'Credentials with this capability.', choices: CAPABILITIES, optional: true })
  capability?: Capability;
}
