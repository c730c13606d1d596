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
import {
  ChoiceMember,
  FlagMember,
  TextMember,
  TextsMember,
  type MemberOptions,
} from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';
import { MetadataChangeMember, MetadataMember } from '../interface/inputs/metadata.member.js';

const Endpoint = (more?: MemberOptions) =>
  TextMember('https URL that events are posted to.', { maxLength: SUBSCRIPTION_BOUNDS.endpoint, ...more });

const Categories = (more?: MemberOptions) =>
  TextsMember('Domains, or single types of event, as /v1/event-categories has them.', {
    choices: EVENT_CATEGORIES,
    maxItems: EVENT_CATEGORIES.length,
    ...more,
  });

const Description = () =>
  TextMember('What the subscription is for.', {
    maxLength: SUBSCRIPTION_BOUNDS.description,
    optional: true,
    nullable: true,
  });

const Signatures = (byDefault?: readonly string[]) =>
  TextsMember(
    'Signatures of each delivery: `v1` by the secret; `v1a` beside it, by an Ed25519 key that others can check with too.',
    {
      choices: SIGNATURE_SCHEMES,
      maxItems: SIGNATURE_SCHEMES.length,
      optional: true,
      ...(byDefault !== undefined && { default: byDefault }),
    },
  );

export class SubscribeBody {
  @Endpoint()
  endpoint!: string;

  @Categories()
  categories!: string[];

  @Description()
  description?: string | null;

  @Signatures(['v1'])
  signatures: SignatureScheme[] = ['v1'];

  @MetadataMember()
  metadata?: Metadata;
}

export class UpdateSubscriptionBody {
  @Endpoint({ optional: true })
  endpoint?: string;

  @Categories({ optional: true })
  categories?: string[];

  @Description()
  description?: string | null;

  @Signatures()
  signatures?: SignatureScheme[];

  @MetadataChangeMember()
  metadata?: MetadataChange;
}

export class TestBody {
  @ChoiceMember('Type of the event to deliver a sample of.', {
    choices: Object.keys(EVENT_TYPES),
    optional: true,
  })
  type?: EventType;
}

/** The times between which events are replayed. */
export class ReplayRange {
  @RangeEndMember(`Start; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.`)
  from!: string;

  @RangeEndMember('End, which is excluded; without it, now.', { optional: true, notBefore: 'from' })
  to?: string;
}

export class ReplayBody extends ReplayRange {
  @FlagMember('Whether only that is delivered which was not acknowledged before.', {
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
