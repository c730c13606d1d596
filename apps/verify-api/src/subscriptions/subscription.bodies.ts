import {
  EVENT_CATEGORIES,
  EVENT_TYPES,
  SUBSCRIPTION_BOUNDS,
  type EventType,
  type Metadata,
  type MetadataChange,
} from '@service/contracts';
import {
  ChoiceMember,
  FlagMember,
  TextMember,
  TextsMember,
  TimestampMember,
} from '../interface/inputs/members.js';
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

export class SubscribeBody {
  @TextMember(ENDPOINT)
  endpoint!: string;

  @TextsMember(CATEGORIES)
  categories!: string[];

  @TextMember(DESCRIPTION)
  description?: string | null;

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
  @TimestampMember({
    description: `Since when; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.`,
  })
  since!: string;

  @TimestampMember({ description: 'Until when; left out, until now.', optional: true })
  until?: string;

  @FlagMember({
    description: 'Whether only that is delivered which was not acknowledged before.',
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
