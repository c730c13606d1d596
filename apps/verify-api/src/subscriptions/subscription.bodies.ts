import {
  EVENT_CATEGORIES,
  EVENT_TYPES,
  SIGNATURE_SCHEMES,
  SUBSCRIPTION_BOUNDS,
  type EventType,
  type Metadata,
  type MetadataChange,
  type SignatureScheme,
} from '@service/contracts';
import { ChoiceMember, FlagMember, TextMember, TextsMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { MetadataChangeMember, MetadataMember } from '../interface/inputs/metadata.member.js';

const ENDPOINT = {
  description: 'https URL that events are posted to.',
  maxLength: SUBSCRIPTION_BOUNDS.endpoint,
};
const CATEGORIES = {
  description: 'Domains, or single types of event, as /v1/event-categories has them.',
  choices: EVENT_CATEGORIES,
  maxItems: EVENT_CATEGORIES.length,
};
const DESCRIPTION = {
  description: 'What the subscription is for.',
  maxLength: SUBSCRIPTION_BOUNDS.description,
  optional: true,
  nullable: true,
};

const SIGNATURES = {
  description:
    'Signatures of each delivery: `v1` by the secret; `v1a` beside it, by an Ed25519 key that others can check with too.',
  choices: SIGNATURE_SCHEMES,
  maxItems: SIGNATURE_SCHEMES.length,
  optional: true,
};

export class SubscribeBody {
  @TextMember(ENDPOINT)
  endpoint!: string;

  @TextsMember(CATEGORIES)
  categories!: string[];

  @TextMember(DESCRIPTION)
  description?: string | null;

  @TextsMember({ ...SIGNATURES, default: ['v1'] })
  signatures: SignatureScheme[] = ['v1'];

  @MetadataMember()
  metadata?: Metadata;
}

export class UpdateSubscriptionBody {
  @TextMember({ ...ENDPOINT, optional: true })
  endpoint?: string;

  @TextsMember({ ...CATEGORIES, optional: true })
  categories?: string[];

  @TextMember(DESCRIPTION)
  description?: string | null;

  @TextsMember(SIGNATURES)
  signatures?: SignatureScheme[];

  @MetadataChangeMember()
  metadata?: MetadataChange;
}

export class TestBody {
  @ChoiceMember({
    description: 'Type of the event to deliver a sample of.',
    choices: Object.keys(EVENT_TYPES),
    optional: true,
  })
  type?: EventType;
}

export class ReplayBody {
  @RangeEndMember({
    description: `Start; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.`,
  })
  from!: string;

  @RangeEndMember({
    description: 'End, which is excluded; without it, now.',
    optional: true,
    notBefore: 'from',
  })
  to?: string;

  @FlagMember({
    description: 'Whether only that is delivered which was not acknowledged before.',
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
