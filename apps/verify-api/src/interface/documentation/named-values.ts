import {
  CAPABILITIES,
  CREDENTIAL_STATES,
  ENVIRONMENTS,
  EVENT_CATEGORIES,
  EVENT_TYPES,
  PROJECT_STATES,
  SUBSCRIPTION_STATES,
} from '@service/contracts';
import { AUTHORITY_STATES, KEY_STATES, RECORD_STATES, canonicalJson } from '@service/evidence';
import { CHANNELS, OUTCOMES } from '@service/history';
import { SENT_MOMENT } from '../inputs/moment.member.js';
import { consistencyProof } from '../schemas/bundle-schemas.js';
import { heldCapability, limits, project } from '../schemas/credential-schemas.js';
import { choice, erasableReason, linkage, moment, nameIn, type Schema } from '../schemas/schema-forms.js';
import { disabled } from '../schemas/subscription-schemas.js';

/** Values that occur in many schemas: named, so that a client has one type for each. */
const NAMED: Record<string, Schema> = {
  AuthorityState: choice(AUTHORITY_STATES),
  Capability: choice(CAPABILITIES),
  Channel: choice(CHANNELS),
  ConsistencyProof: consistencyProof,
  CredentialState: choice(CREDENTIAL_STATES),
  Disabled: disabled,
  ElementSignature: linkage.signature.anyOf[0],
  Environment: choice(ENVIRONMENTS),
  ErasableReason: erasableReason,
  EventCategory: choice(EVENT_CATEGORIES),
  EventType: nameIn(EVENT_TYPES),
  HeldCapability: heldCapability,
  KeyState: choice(KEY_STATES),
  Moment: moment,
  Outcome: choice(OUTCOMES),
  ProjectState: choice(PROJECT_STATES),
  Quota: project.quota,
  RateLimit: { ...limits.rate_limit, type: 'object' },
  RecordState: choice(RECORD_STATES),
  SentMoment: SENT_MOMENT,
  SubscriptionState: choice(SUBSCRIPTION_STATES),
};

const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [keyOf(schema), name]));

/** The schemas, with references in the place of named values, and the named values. */
export function nameValues(schemas: Record<string, object>): Record<string, object> {
  return { ...nameMembers(schemas), ...mapMembers(NAMED, nameMembers) };
}

function nameValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameValue);
  if (typeof value !== 'object' || value === null) return value;
  return referenceTo(value as Schema) ?? nameMembers(value);
}

function nameMembers(value: object): Record<string, object> {
  return mapMembers(value, nameValue);
}

function mapMembers(value: object, make: (each: object) => unknown): Record<string, object> {
  const entries = Object.entries(value) as [string, object][];
  return Object.fromEntries(entries.map(([member, each]) => [member, make(each) as object]));
}

/** The reference that replaces a schema, with the schema’s description; undefined if it has no name. */
function referenceTo(schema: Schema): object | undefined {
  const meaning = 'description' in schema ? { description: schema['description'] } : {};
  const name = NAMES.get(keyOf(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}`, ...meaning };
  const { type } = schema;
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return undefined;
  const some = referenceTo({ ...withoutDescription(schema), type: type[0] as unknown });
  return some && { anyOf: [some, { type: 'null' }], ...meaning };
}

/** A key that schemas share if they accept the same values. */
function keyOf(schema: Schema): string {
  return canonicalJson(withoutDescription(schema));
}

function withoutDescription({ description: _meaning, ...schema }: Schema): Schema {
  return schema;
}
