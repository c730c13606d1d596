import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { signDelivery, verifyDelivery, type SigningSecret } from './index.js';

const EVENT_ID = 'evt_01KB0000000000000000000000';
const body = JSON.stringify({
  event: {
    id: EVENT_ID,
    type: 'service.record.registered',
    record_id: 'rec_1',
    state: 'active',
    name: 'Zoë',
  },
});

/** A secret with its public key as a subscription shows it. */
function newSecret(): Required<SigningSecret> & { public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const signing = (content: Uint8Array) => Promise.resolve(sign(null, content, privateKey));
  return { hmac: `whsec_${randomBytes(32).toString('base64')}`, sign: signing, public_key: x };
}

const [own, next, foreign] = [newSecret(), newSecret(), newSecret()];
const at = new Date();
const headers = { ...(await signDelivery({ event_id: EVENT_ID, body, secrets: [own], at })) };
const rotating = { ...(await signDelivery({ event_id: EVENT_ID, body, secrets: [own, next], at })) };

/** The code of the error that a function throws; null without one. */
function codeOf(verification: () => unknown): string | null {
  try {
    verification();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const changed = (text: string) => text.replace('active', 'actived');

describe('the headers of a delivery', () => {
  it('are those of the specification', () => {
    const timestamp = `${at.toISOString().slice(0, 19)}Z`;
    const hmac = createHmac('sha256', own.hmac).update(`${EVENT_ID}.${timestamp}.${body}`).digest('hex');
    expect(headers).toMatchObject({
      'Service-Signature': `sha256=${hmac}`,
      'Service-Event-Id': EVENT_ID,
      'Service-Timestamp': timestamp,
    });
    expect(headers).not.toHaveProperty('Service-Signature-Next');
  });

  it('are signed by the old secret and by the new one while it rotates', async () => {
    expect(rotating['Service-Signature']).toBe(headers['Service-Signature']);
    const alone = await signDelivery({ event_id: EVENT_ID, body, secrets: [next], at });
    expect(rotating['Service-Signature-Next']).toBe(alone['Service-Signature']);
    const versions = rotating['webhook-signature'].split(' ').map((each) => each.split(',')[0]);
    expect(versions).toEqual(['v1', 'v1', 'v1a', 'v1a']);
  });

  it('have v1a only by secrets with a key for it', async () => {
    const { hmac } = own;
    const alone = { ...(await signDelivery({ event_id: EVENT_ID, body, secrets: [{ hmac }], at })) };
    expect(alone['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(headers['webhook-signature'].split(' ').slice(0, 1)).toEqual([alone['webhook-signature']]);
    expect(codeOf(() => verifyDelivery(alone, body, own.public_key))).toBe('signature.mismatch');
  });

  it('need a valid secret', async () => {
    const unsigned = { event_id: EVENT_ID, body, at };
    await expect(signDelivery({ ...unsigned, secrets: [] })).rejects.toThrow(RangeError);
    const secrets = [{ ...own, hmac: 'whsec_short' }];
    await expect(signDelivery({ ...unsigned, secrets })).rejects.toMatchObject({ code: 'key.malformed' });
  });
});

describe('Standard Webhooks', () => {
  // From the tests of Svix's server, svix-webhooks server/svix-server/src/worker.rs.
  const vector = {
    event_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1_614_265_330_000),
  };
  const hmac = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const pair = Buffer.from(
    '6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
    'base64',
  );
  const [d, x] = [pair.subarray(0, 32).toString('base64url'), pair.subarray(32).toString('base64url')];
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  const signing = (content: Uint8Array) => Promise.resolve(sign(null, content, privateKey));

  it('signs the same content in the same way', async () => {
    const signed = await signDelivery({ ...vector, secrets: [{ hmac, sign: signing }] });
    expect(signed).toMatchObject({
      'webhook-id': vector.event_id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': [
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
      ].join(' '),
    });
  });

  const libraries = [
    ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
    ['svix', (secret: string) => new SvixWebhook(secret)],
  ] as const;
  describe.each(libraries)('as the package %s reads it', (_name, webhook) => {
    it('verifies a delivery, while the secret rotates by either secret', () => {
      expect(() => webhook(own.hmac).verify(body, headers)).not.toThrow();
      expect(() => webhook(own.hmac).verify(Buffer.from(body), { ...rotating })).not.toThrow();
      expect(() => webhook(next.hmac).verify(body, { ...rotating })).not.toThrow();
    });

    it('refuses a changed byte, an old timestamp and another secret', async () => {
      expect(() => webhook(own.hmac).verify(changed(body), headers)).toThrow('No matching signature');
      expect(() => webhook(foreign.hmac).verify(body, headers)).toThrow('No matching signature');
      const old = new Date(at.getTime() - 301_000);
      const late = { ...(await signDelivery({ event_id: EVENT_ID, body, secrets: [own], at: old })) };
      expect(() => webhook(own.hmac).verify(body, late)).toThrow('too old');
      const moved = { ...late, 'webhook-timestamp': headers['webhook-timestamp'] };
      expect(() => webhook(own.hmac).verify(body, moved)).toThrow('No matching signature');
    });
  });

  it('is verified with node:crypto from the public key alone', () => {
    const check = (x: string, text: string) => {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      const signature = headers['webhook-signature'].split(' ').find((each) => each.startsWith('v1a,'));
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      return verify(null, Buffer.from(content), key, Buffer.from(signature?.slice(4) ?? '', 'base64'));
    };
    expect(check(own.public_key, body)).toBe(true);
    expect(check(own.public_key, changed(body))).toBe(false);
    expect(check(foreign.public_key, body)).toBe(false);
  });
});

// docs/vectors/deliveries.json has more.
describe('verifyDelivery', () => {
  it('returns the event', () => {
    expect(verifyDelivery(headers, body, own.hmac)).toEqual(JSON.parse(body).event);
  });

  it('refuses any changed byte of the body', () => {
    const bytes = Buffer.from(body);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const other = Buffer.from(bytes);
        other[index] = (other[index] ?? 0) ^ change;
        for (const key of [own.hmac, own.public_key]) {
          expect(codeOf(() => verifyDelivery(headers, other, key))).toBe('signature.mismatch');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not repeat an invalid key', () => {
    const refused = () => verifyDelivery(headers, body, [own.hmac, 'whsec_c2VjcmV0IHRoYXQ']);
    expect(codeOf(refused)).toBe('key.malformed');
    expect(refused).not.toThrow('c2VjcmV0');
  });
});
