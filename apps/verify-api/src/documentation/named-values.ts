import {
  CAPABILITIES,
  CREDENTIAL_STATES,
  ENVIRONMENTS,
  EVENT_TYPES,
  SUBSCRIPTION_STATES,
} from '@service/contracts';
import { AUTHORITY_STATES, RECORD_STATES, canonicalJson } from '@service/evidence';
import { CHANNELS, OUTCOMES } from '@service/history';
import { choice, linkage, moment, nameIn, type Schema } from '../schemas/schema-forms.js';

/** Values that many schemas hold: a client has one type for each. */
const NAMED: Record<string, Schema> = {
  AuthorityState: choice(AUTHORITY_STATES),
  Capability: choice(CAPABILITIES),
  Channel: choice(CHANNELS),
  CredentialState: choice(CREDENTIAL_STATES),
  ElementSignature: linkage.signature.anyOf[0],
  Environment: choice(ENVIRONMENTS),
  EventType: nameIn(EVENT_TYPES),
  Moment: moment,
  Outcome: choice(OUTCOMES),
  RecordState: choice(RECORD_STATES),
  SubscriptionState: choice(SUBSCRIPTION_STATES),
};

const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [textOf(schema), name]));

/** The schemas, which refer to the values that have names, and those values. */
export function nameValues(schemas: Record<string, object>): Record<string, object> {
  return { ...(named(schemas) as Record<string, object>), ...NAMED };
}

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  return (
    referred(value as Schema) ??
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, named(each)]))
  );
}

/** The reference that says the same as a schema, with what the schema says of the value’s meaning. */
function referred(schema: Schema): object | undefined {
  const meaning = 'description' in schema ? { description: schema['description'] } : {};
  const name = NAMES.get(textOf(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}`, ...meaning };
  const { type } = schema;
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return undefined;
  const some = referred({ ...meaningless(schema), type: type[0] as unknown });
  return some && { anyOf: [some, { type: 'null' }], ...meaning };
}

/** The same for all schemas that take the same values. */
function textOf(schema: Schema): string {
  return canonicalJson(meaningless(schema));
}

function meaningless({ description: _meaning, ...schema }: Schema): Schema {
  return schema;
}
