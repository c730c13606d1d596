import { IsObject } from 'class-validator';
import {
  ChoiceMember,
  DigestMember,
  TextMember,
  member,
  type MemberOptions,
} from '../../interface/inputs/members.js';
import { AddressMember, NameMember } from '../../operators/person.members.js';

/** Longer than any challenge, and than the token of an invitation. */
const LONGEST_ID = 2_000;
const LONGEST_TOKEN = 200;

const Credential = (options: MemberOptions = {}) =>
  member(
    { type: 'object' },
    'The passkey’s answer, as `toJSON()` of the browser gives it.',
    options,
    IsObject({ message: 'must be an object' }),
  );
const ChallengeId = () => TextMember('The challenge.', { maxLength: LONGEST_ID });
const Token = () => TextMember('Of the invitation.', { maxLength: LONGEST_TOKEN });
const Password = (optional = false) => TextMember('The password.', { maxLength: 256, optional });

/** An answer to a challenge. */
export class AnswerInput {
  @ChallengeId() challenge_id!: string;
  @Credential() credential!: object;
}

export class PasswordSignInInput {
  @TextMember('The address.', { maxLength: 254 }) address!: string;
  @Password() password!: string;
}

export class InvitationInput {
  @Token() token!: string;
}

/** The name and address of somebody who redeems an invitation. */
export class RedeemerInput extends InvitationInput {
  @NameMember('What the person is called.') name!: string;
  @AddressMember() address!: string;
}

export class PasskeyRedeemerInput extends RedeemerInput {
  @ChallengeId() challenge_id!: string;
  @Credential() credential!: object;
}

export class PasswordRedeemerInput extends RedeemerInput {
  @Password() password!: string;
}

export class NewPasskeyInput extends AnswerInput {
  @NameMember('What its owner calls it.') name!: string;
}

export class NewPasswordInput {
  @Password() password!: string;
}

const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE'];

export class ActInput {
  @ChoiceMember('Of the request.', { choices: METHODS }) method!: string;
  @TextMember('Of the request, with its query.', { maxLength: 8_000 }) path!: string;
  @TextMember('The project that it names.', { nullable: true, maxLength: 64 })
  project_id!: string | null;
  @DigestMember('Of the exact bytes of its body.') body_digest!: string;
}

export class StepUpInput {
  @ChallengeId() challenge_id!: string;
  @Credential({ optional: true }) credential?: object;
  @Password(true) password?: string;
}
