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
const seconds = Math.floor(at.getTime() / 1_000);

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
const inMinutes = (minutes: number) => ({ now: new Date((seconds + minutes * 60) * 1_000) });

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

describe('verifyDelivery', () => {
  const whpk = `whpk_${Buffer.from(own.public_key, 'base64url').toString('base64')}`;
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );

  it.each([
    ['a secret', own.hmac],
    ['a public key', own.public_key],
    ['a public key as Standard Webhooks writes it', whpk],
    ['several secrets', [foreign.hmac, own.hmac]],
    ['a key and a secret of which one is good', [foreign.hmac, own.public_key]],
    ['a secret and a key of which one is good', [own.hmac, foreign.public_key]],
  ])('returns the event by %s', (_what, key) => {
    expect(verifyDelivery(headers, body, key)).toEqual(JSON.parse(body).event);
    expect(verifyDelivery(headers, Buffer.from(body), key).id).toBe(EVENT_ID);
  });

  it('reads headers as an object of any case, of Node or of fetch', () => {
    const ofNode = Object.fromEntries(Object.entries(lowerCase).map(([name, value]) => [name, [value]]));
    for (const given of [lowerCase, ofNode, new Headers(headers)]) {
      expect(verifyDelivery(given, body, own.hmac).id).toBe(EVENT_ID);
    }
  });

  it('takes either secret while it rotates, in both forms', () => {
    for (const key of [own.hmac, next.hmac, own.public_key, next.public_key]) {
      expect(verifyDelivery(rotating, body, key).id).toBe(EVENT_ID);
    }
  });

  it('accepts the headers of Standard Webhooks alone', () => {
    const standard = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
    );
    expect(verifyDelivery(standard, body, own.hmac).id).toBe(EVENT_ID);
    expect(codeOf(() => verifyDelivery(standard, body, foreign.hmac))).toBe('signature.mismatch');
  });

  it.each([
    ['a secret', foreign.hmac],
    ['a key', foreign.public_key],
    ['both', [foreign.hmac, foreign.public_key]],
  ])('refuses %s of another subscription', (_what, key) =>
    expect(codeOf(() => verifyDelivery(rotating, body, key))).toBe('signature.mismatch'),
  );

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

  it.each([
    ['service-event-id', own.hmac],
    ['webhook-id', own.public_key],
  ])('refuses another id in %s', (name, key) => {
    const given = { ...lowerCase, [name]: 'evt_other' };
    expect(codeOf(() => verifyDelivery(given, body, key))).toBe('signature.mismatch');
  });

  it('refuses a signature for another event', async () => {
    const signed = { ...(await signDelivery({ event_id: 'evt_other', body, secrets: [own], at })) };
    expect(codeOf(() => verifyDelivery(signed, body, own.hmac))).toBe('event.other_id');
  });

  it.each([own.hmac, own.public_key])(
    'limits the age of the timestamp to five minutes or the given tolerance',
    (key) => {
      const codeIn = (minutes: number, tolerance_seconds?: number) =>
        codeOf(() =>
          verifyDelivery(headers, body, key, {
            ...inMinutes(minutes),
            ...(tolerance_seconds !== undefined && { tolerance_seconds }),
          }),
        );
      expect([-5, 5, -5.1, 5.1].map((minutes) => codeIn(minutes))).toEqual([
        null,
        null,
        'timestamp.too_new',
        'timestamp.too_old',
      ]);
      expect([codeIn(1, 30), codeIn(9, 600)]).toEqual(['timestamp.too_old', null]);
    },
  );

  it.each([
    ['service-signature', 'sha256=', 'signature.mismatch'],
    ['service-signature', 'sha1=00', 'signature.mismatch'],
    ['service-signature', lowerCase['service-signature']?.toUpperCase() ?? '', 'signature.mismatch'],
    ['service-timestamp', '1', 'header.malformed'],
    ['service-timestamp', at.toISOString(), 'header.malformed'],
    ['service-timestamp', '2026-99-99T00:00:00Z', 'header.malformed'],
    ['service-timestamp', '', 'header.missing'],
    ['service-event-id', undefined, 'header.missing'],
    ['service-event-id', [EVENT_ID, EVENT_ID], 'header.malformed'],
  ])('says what is wrong with %s: %j', (name, value, code) => {
    expect(codeOf(() => verifyDelivery({ ...lowerCase, [name]: value }, body, own.hmac))).toBe(code);
  });

  it.each([
    ['webhook-signature', '', 'header.missing'],
    ['webhook-signature', 'v1a', 'signature.mismatch'],
    ['webhook-signature', 'v1a,', 'signature.mismatch'],
    ['webhook-signature', 'v1a,AAAA', 'signature.mismatch'],
    ['webhook-signature', lowerCase['webhook-signature']?.replace('v1a', 'v2') ?? '', 'signature.mismatch'],
    ['webhook-signature', 'v1a,AAAA '.repeat(17), 'header.malformed'],
    ['webhook-timestamp', '1e3', 'header.malformed'],
    ['webhook-timestamp', lowerCase['service-timestamp'] ?? '', 'header.malformed'],
    ['webhook-id', undefined, 'header.missing'],
  ])('says what is wrong with %s: %j', (name, value, code) => {
    expect(codeOf(() => verifyDelivery({ ...lowerCase, [name]: value }, body, own.public_key))).toBe(code);
  });

  it.each([
    '',
    'whsec_',
    'whsec_AAAA',
    `${own.hmac} `,
    own.hmac.replace('whsec_', 'whsec_='),
    own.hmac.slice('whsec_'.length),
    'whpk_AAAA',
    own.public_key.slice(1),
    `${own.public_key}=`,
    [],
    undefined as unknown as string,
  ])('refuses an invalid key and does not repeat it: case %#', (key) => {
    expect(codeOf(() => verifyDelivery(headers, body, key))).toBe('key.malformed');
    const messageOf = () => verifyDelivery(headers, body, [own.hmac, 'whsec_c2VjcmV0IHRoYXQ']);
    expect(messageOf).not.toThrow('c2VjcmV0');
  });

  it('refuses a body that was parsed', () => {
    const parsed = JSON.parse(body) as string;
    expect(codeOf(() => verifyDelivery(headers, parsed, own.hmac))).toBe('body.not_raw');
  });

  it.each(['', 'null', '[]', '{}', '{"event":1}', '{"event":{}}', '{', '\ufeff'])(
    'refuses a body without an event, though it is signed: %j',
    async (text) => {
      const signed = { ...(await signDelivery({ event_id: EVENT_ID, body: text, secrets: [own], at })) };
      expect(codeOf(() => verifyDelivery(signed, text, own.hmac))).toBe('body.malformed');
    },
  );
});
