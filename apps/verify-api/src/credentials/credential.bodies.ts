import {
  CAPABILITIES,
  TERMS_BOUNDS,
  type Capability,
  type MetadataChange,
  type RateLimit,
} from '@service/contracts';
import { TextsMember, type MemberOptions } from '../interface/inputs/members.js';
import { NameMember } from '../interface/inputs/identifier.member.js';
import { MomentMember } from '../interface/inputs/moment.member.js';
import { MetadataChangeMember, MetadataMember } from '../interface/inputs/metadata.member.js';
import { AddressesMember, CountsMember } from '../interface/inputs/object-members.js';

const Name = (more?: MemberOptions) =>
  NameMember('What the credential is for.', { maxLength: TERMS_BOUNDS.name, ...more });

export class IssueBody {
  @Name()
  name!: string;

  @TextsMember('What the credential may do. `audit` goes with `read` only.', {
    choices: CAPABILITIES,
    maxItems: CAPABILITIES.length,
  })
  capabilities!: Capability[];

  @MomentMember(
    'When the credential expires; null for never. Left out, it is the latest that the project allows.',
    { optional: true, nullable: true },
  )
  expires_at?: string | null;

  @TextsMember('Ids of the authorities that it reaches, with their records; null for all of the project.', {
    maxItems: TERMS_BOUNDS.authorities,
    optional: true,
    nullable: true,
  })
  authorities?: string[] | null;

  @AddressesMember('Addresses and CIDR ranges that it may be used from; null for anywhere.', {
    maxItems: TERMS_BOUNDS.allowed_ips,
    optional: true,
    nullable: true,
  })
  allowed_ips?: string[] | null;

  @CountsMember('Operations a second, for the kinds whose limit is lower than that of the service.', {
    min: 1,
    max: TERMS_BOUNDS.rate,
    optional: true,
    nullable: true,
  })
  rate_limit?: RateLimit | null;

  @MetadataMember('Your own notes.')
  metadata?: Record<string, string>;
}

export class UpdateCredentialBody {
  @Name({ optional: true })
  name?: string;

  @MetadataChangeMember()
  metadata?: MetadataChange;
}
