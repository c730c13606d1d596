import { SUBJECT_PATTERN, TERMS_BOUNDS, type QuotaChange } from '@service/contracts';
import { IntegerMember, TextMember } from '../interface/inputs/members.js';
import { NameMember } from '../interface/inputs/identifier.member.js';
import { CountsMember } from '../interface/inputs/object-members.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';

const NAME = {
  description: 'The project’s name.',
  maxLength: TERMS_BOUNDS.name,
};

export class CreateProjectBody {
  @NameMember(NAME)
  name!: string;
}

export class UpdateProjectBody {
  @NameMember({ ...NAME, optional: true })
  name?: string;

  @CountsMember({
    description:
      'Operations a UTC day. Null ends the quota of a kind, or of all; kinds that are left out keep theirs.',
    min: 0,
    max: TERMS_BOUNDS.quota,
    endable: true,
    optional: true,
    nullable: true,
  })
  quota?: QuotaChange;

  @IntegerMember({
    description: 'Longest life, in days, of a credential that is issued from now on; null for any.',
    min: 1,
    max: TERMS_BOUNDS.credentialDays,
    optional: true,
    nullable: true,
  })
  max_credential_days?: number | null;
}

export class SubjectBody extends ReasonBody {
  @TextMember({
    description: 'The subject exactly as its tokens have it in `sub`: printable ASCII.',
    maxLength: 255,
    form: { pattern: SUBJECT_PATTERN, is: 'a text of 1 to 255 printable ASCII characters' },
  })
  subject!: string;
}
