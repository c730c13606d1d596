import {
  CREDENTIAL_STATES,
  EVENT_DOMAINS,
  EVENT_TYPES,
  SUBSCRIPTION_STATES,
  type EventDomain,
  type EventType,
} from '@service/contracts';
import { CHANGE_MEMBERS } from '@service/events';
import { AUTHORITY_STATES, RECORD_STATES } from '@service/evidence';
import { shownAuthority } from './element-schemas.js';
import {
  choice,
  described,
  flag,
  id,
  list,
  moment,
  nameIn,
  oneOf,
  see,
  shape,
  text,
  version,
  type Schema,
} from './schema-forms.js';

type ElementName = 'RecordElement' | 'AuthorityElement';

const NOTHING = shape({});

const CHANGE_NAMES = Object.keys(CHANGE_MEMBERS) as (keyof typeof CHANGE_MEMBERS)[];

const eventId = { type: 'string', pattern: '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$' } as const;

const subjectId = described(id, 'The subject’s id, of whatever type it is.');

const test = {
  type: 'boolean',
  enum: [true],
  description: 'Present in tests alone: what they tell of does not exist, and never happened.',
} as const;

const STATES: Record<EventDomain, readonly string[]> = {
  record: RECORD_STATES,
  authority: AUTHORITY_STATES,
  credential: CREDENTIAL_STATES,
  subscription: SUBSCRIPTION_STATES,
};

/**
 * Schema of an event of one type, as it is delivered and polled: the value of `event`.
 * @param elementOf schema of an element, or a reference to it.
 */
export function eventSchemaOf(type: EventType, elementOf: (name: ElementName) => Schema): Schema {
  const { domain, description } = EVENT_TYPES[type];
  const change = changeMembersOf(type);
  return {
    title: type,
    description,
    ...shape<Record<string, Schema>, string>(
      {
        id: described(
          eventId,
          'The same in every delivery, retry and replay: what is idempotent by it is safe.',
        ),
        type: { const: type },
        record_id: subjectId,
        state: described(choice(STATES[domain]), 'State of the subject after the event.'),
        evidence: evidenceOf(domain, elementOf),
        occurred_at: moment,
        subject: shape({ type: { const: domain }, id, version }),
        test,
        ...change,
      } satisfies Record<
        Exclude<keyof (typeof eventSchemas)['Event']['properties'], keyof typeof CHANGE_MEMBERS>,
        Schema
      >,
      ['test', ...Object.keys(change)],
    ),
  };
}

/** Members that tell of a transition; only for records and authorities, which have elements. */
function changeMembersOf(type: EventType): Record<string, Schema> {
  const { domain } = EVENT_TYPES[type];
  if (domain !== 'record' && domain !== 'authority') return {};
  const { previous_state, successor_id, ...others } = CHANGE_MEMBERS;
  return {
    previous_state: { ...choice(STATES[domain]), description: previous_state.description },
    ...others,
    ...(type === 'service.record.superseded' ? { successor_id } : {}),
  };
}

function evidenceOf(domain: EventDomain, elementOf: (name: ElementName) => Schema): Schema {
  if (domain === 'record') return evidenceOfRecord(elementOf('RecordElement'), shownAuthority);
  return domain === 'authority'
    ? evidenceOfAuthority(elementOf('AuthorityElement'), shownAuthority)
    : noEvidence;
}

const noEvidence = shape({ provenance: NOTHING, authority: NOTHING });

const evidenceOfRecord = <const Element extends Schema, const Shown extends Schema>(
  element: Element,
  authority: Shown,
) => evidenceBy(element, authority, 'Origin of the record.');

const evidenceOfAuthority = <const Element extends Schema, const Shown extends Schema>(
  element: Element,
  authority: Shown,
) => evidenceBy(element, authority, 'Issuer of the authority.');

function evidenceBy<const Element extends Schema, const Shown extends Schema>(
  element: Element,
  shown: Shown,
  origin: string,
) {
  return shape({
    provenance: shape({
      origin: { ...text, description: origin },
      chain: { ...list(element), minItems: 1, maxItems: 1, description: 'The event’s own element.' },
      verified: described(
        flag,
        'Whether the element continues its chain, is signed, and rests on a signed element of its authority; those before it said so of themselves.',
      ),
    }),
    authority: described(
      oneOf(shown, NOTHING),
      'As it was when the event was published; empty where it is not stored.',
    ),
  });
}

/** Schemas of the answers to polling. */
export const eventSchemas = {
  Event: shape(
    {
      id: eventId,
      type: nameIn(EVENT_TYPES),
      record_id: subjectId,
      state: text,
      evidence: described(
        oneOf(
          evidenceOfRecord(see('RecordElement'), see('ShownAuthority')),
          evidenceOfAuthority(see('AuthorityElement'), see('ShownAuthority')),
          noEvidence,
        ),
        'The element that this event is, and its authority; empty for credentials and subscriptions.',
      ),
      occurred_at: moment,
      subject: shape({ type: choice(EVENT_DOMAINS), id, version }),
      test,
      ...CHANGE_MEMBERS,
    },
    ['test', ...CHANGE_NAMES],
  ),
  EventPage: shape({
    data: list(see('Event')),
    next_cursor: described(text, 'Leads on from here, also where nothing follows yet.'),
  }),
  EventCategories: shape({
    data: list(
      shape({
        type: nameIn(EVENT_TYPES),
        domain: choice(EVENT_DOMAINS),
        description: text,
        schema: { type: 'object', description: 'JSON Schema 2020-12 of the value of `event`.' },
      }),
    ),
  }),
};
