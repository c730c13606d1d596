import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@service/contracts';
import { Ajv } from 'ajv';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { AsyncApiDocument } from './asyncapi-document.js';

interface Reference {
  $ref: string;
}
interface Document {
  asyncapi: string;
  servers: Record<string, { security: Reference[] }>;
  channels: Record<string, { address: null; messages: Record<string, Reference>; servers: Reference[] }>;
  operations: Record<string, { action: string; channel: Reference; messages: Reference[] }>;
  components: { messages: Record<string, { payload: AnySchema; headers: Reference }> };
}

const text = new AsyncApiDocument().text();
const document = JSON.parse(text) as Document;

/** What a reference of the document leads to; undefined where it leads nowhere. */
function follow({ $ref }: Reference): unknown {
  const steps = $ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
}

describe('the AsyncAPI document', () => {
  it('is AsyncAPI 3, and has no broken reference', () => {
    expect(document.asyncapi).toBe('3.0.0');
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => ({ $ref }));
    expect(references.length).toBeGreaterThan(60);
    expect(references.filter((reference) => follow(reference) === undefined)).toEqual([]);
  });

  it('is valid by the schema that the AsyncAPI Initiative publishes', () => {
    const published = new URL(import.meta.resolve('@asyncapi/specs/schemas/3.0.0.json'));
    // It also contains the meta-schema, under the same name as that of ajv.
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, logger: false });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(readFileSync(published, 'utf8')) as AnySchema);
    expect(validate(document)).toBe(true);
    expect(validate({ ...document, channels: { record: { messages: [] } } })).toBe(false);
  });

  it('sends each type of event once, in the channel of its domain', () => {
    const sent = Object.values(document.operations).flatMap(({ action, channel, messages }) => {
      expect(action).toBe('send');
      const own = Object.keys((follow(channel) as { messages: object }).messages);
      // AsyncAPI 3: an operation names its messages by their place in the channel.
      expect(messages.map(({ $ref }) => $ref)).toEqual(own.map((type) => `${channel.$ref}/messages/${type}`));
      return own;
    });
    expect(sent.toSorted()).toEqual(Object.keys(EVENT_TYPES).toSorted());
    for (const type of sent) {
      const [, domain] = type.split('.');
      expect(document.channels[domain ?? '']?.messages[type]).toEqual({
        $ref: `#/components/messages/${type}`,
      });
    }
  });

  it('has names that AsyncAPI allows, and names the signature as its security', () => {
    const names = [document.channels, document.operations, ...Object.values(document.components)];
    for (const name of names.flatMap(Object.keys)) expect(name).toMatch(/^[\w.-]+$/);
    expect(document.servers['subscriber']?.security.map(follow)).toEqual([
      expect.objectContaining({ type: 'httpApiKey', in: 'header', name: 'Service-Signature' }),
    ]);
  });

  it('has a schema for the headers of a delivery, with and without a second secret', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'asyncapi' } as unknown as AnySchema);
    const validate = ajv.getSchema('asyncapi#/components/schemas/DeliveryHeaders');
    const headers = {
      'Service-Signature': `sha256=${'0'.repeat(64)}`,
      'Service-Event-Id': 'evt_01KAAAAAAAAAAAAAAAAAAAAAAA',
      'Service-Timestamp': '2026-11-22T03:00:00Z',
      'webhook-id': 'evt_01KAAAAAAAAAAAAAAAAAAAAAAA',
      'webhook-timestamp': '1795316400',
      'webhook-signature': 'v1,AAAA v1a,BBBB',
    };
    expect(validate?.(headers)).toBe(true);
    expect(validate?.({ ...headers, 'Service-Signature-Next': headers['Service-Signature'] })).toBe(true);
    expect(validate?.({ ...headers, 'Service-Timestamp': '2026-11-22T03:00:00.000Z' })).toBe(false);
  });
});
