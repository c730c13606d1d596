import { CAPABILITIES, type Capability } from '@service/contracts';
import { TextMember, TextsMember, TimestampMember } from '../documentation/members.js';

export class IssueBody {
  @TextMember({ description: 'What the credential is for.', maxLength: 128, example: 'Checkout service' })
  name!: string;

  @TextsMember({
    description: 'What the credential may do. `audit` goes with `read` only.',
    choices: CAPABILITIES,
    maxItems: CAPABILITIES.length,
    example: ['verify'],
  })
  capabilities!: Capability[];

  @TimestampMember({ description: 'When the credential expires.', optional: true, nullable: true })
  expires_at?: string | null;
}
