import { EVENT_DOMAINS, EVENT_TYPES, typesOfCategory, type EventType } from '@service/contracts';
import { RELEASE } from '@service/platform/release';
import { elementSchemas } from '../schemas/element-schemas.js';
import { eventSchemaOf } from '../schemas/event-schemas.js';
import { see, shape, type Schema } from '../schemas/schema-forms.js';

const SIGNATURE = '^sha256=[0-9a-f]{64}$';
const SECONDS = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$';

/** Header fields of a delivery. */
const deliveryHeaders = shape(
  {
    'Service-Signature': {
      type: 'string',
      pattern: SIGNATURE,
      description:
        'HMAC-SHA-256 of `<Service-Event-Id>.<Service-Timestamp>.<raw body>`; the key is the text of the subscription’s secret. While a secret rotates, of the old one.',
    },
    'Service-Signature-Next': {
      type: 'string',
      pattern: SIGNATURE,
      description: 'The same with the new secret, while a secret rotates.',
    },
    'Service-Event-Id': {
      type: 'string',
      pattern: '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
      description: 'The event’s id, the same in every attempt; receivers detect repetitions by it.',
    },
    'Service-Timestamp': {
      type: 'string',
      pattern: SECONDS,
      description: 'Time of the attempt, ISO 8601 in UTC and whole seconds.',
    },
    'webhook-id': { type: 'string', description: 'The event’s id, as in Standard Webhooks.' },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^\\d+$',
      description: 'Time of the attempt in seconds since 1970.',
    },
    'webhook-signature': {
      type: 'string',
      description:
        'Signatures separated by spaces: `v1,` by the secret; `v1a,` by the subscription’s Ed25519 key, where it asked for `v1a`; of both secrets while they rotate.',
    },
    traceparent: {
      type: 'string',
      description:
        'W3C trace context of this attempt, which has a trace of its own; only where the service records it.',
    },
  },
  ['Service-Signature-Next', 'traceparent'],
);

/** The AsyncAPI 3 document of the events, generated from their registry at the first request for it. */
export class AsyncApiDocument {
  private made: string | undefined;

  /** The document as JSON. */
  text(): string {
    this.made ??= JSON.stringify(buildAsyncApi());
    return this.made;
  }
}

function buildAsyncApi(): object {
  const types = Object.keys(EVENT_TYPES) as EventType[];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Evidence-bearing record verification: events',
      version: RELEASE,
      description:
        'Each event is posted to every active subscription that lists its category, at least once; those of one subject in their order. Any 2xx within 15 seconds acknowledges it. The same events are listed at `GET /v1/events`.',
    },
    defaultContentType: 'application/json',
    servers: {
      subscriber: {
        host: '{endpoint}',
        protocol: 'https',
        description: 'The endpoint of a subscription.',
        variables: { endpoint: { description: 'Host and path, as the subscription names them.' } },
        security: [{ $ref: '#/components/securitySchemes/signature' }],
      },
    },
    channels: Object.fromEntries(EVENT_DOMAINS.map((domain) => [domain, channelOf(domain)])),
    operations: Object.fromEntries(
      EVENT_DOMAINS.map((domain) => [
        `deliver_${domain}_events`,
        {
          action: 'send',
          title: `Deliver ${domain} events`,
          channel: { $ref: `#/channels/${domain}` },
          messages: typesOfCategory(domain).map((type) => ({
            $ref: `#/channels/${domain}/messages/${type}`,
          })),
          bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(types.map((type) => [type, messageOf(type)])),
      schemas: {
        DeliveryHeaders: deliveryHeaders,
        ...elementSchemas,
        ...Object.fromEntries(types.map((type) => [type, eventSchemaOf(type, see)])),
      },
      securitySchemes: {
        signature: {
          type: 'httpApiKey',
          name: 'Service-Signature',
          in: 'header',
          description:
            'Every delivery is signed with the subscription’s own secret and key; see its headers.',
        },
      },
    },
  };
}

function channelOf(domain: string): Schema {
  return {
    address: null,
    title: `${domain} events`,
    description: `Where a subscription of the category \`${domain}\`, or of one of its types, wants them.`,
    servers: [{ $ref: '#/servers/subscriber' }],
    messages: Object.fromEntries(
      typesOfCategory(domain).map((type) => [type, { $ref: `#/components/messages/${type}` }]),
    ),
  };
}

function messageOf(type: EventType): Schema {
  return {
    name: type,
    title: type,
    summary: EVENT_TYPES[type].description,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/DeliveryHeaders' },
    payload: shape({ event: see(type) }),
  };
}
