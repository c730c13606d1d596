import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { shareOfLonger } from './support/share-of-longer.js';
import { FORGERIES } from './support/forgeries.js';

// OWASP API2:2023, broken authentication; ASVS 5.0 V6, V9.
describeProject('a token', (service, fixture) => {
  const verifying = (authorization: string) =>
    fixture.anonymous.post('/v1/records/verify', { record_id: fixture.recordId }, { authorization });
  const refusal = async (authorization: string) => {
    const { status, body, headers } = await verifying(authorization);
    return [status, body['error']?.code, headers.get('www-authenticate')];
  };
  const invalid = [401, 'authentication.invalid', 'Bearer error="invalid_token"'];
  const own = () => service.tokens.development.verify;

  it.each(Object.keys(FORGERIES))('is refused %s', async (name) => {
    const token = FORGERIES[name]?.(own()) ?? '';
    expect(await refusal(`Bearer ${token}`)).toEqual(invalid);
  });

  it('is taken from nowhere but the header', async () => {
    const body = { record_id: fixture.recordId };
    const places = [
      fixture.anonymous.post(`/v1/records/verify?access_token=${own()}`, body),
      fixture.anonymous.post('/v1/records/verify', body, { cookie: `token=${own()}` }),
      fixture.anonymous.post('/v1/records/verify', body, { 'x-api-key': own() }),
      fixture.anonymous.post('/v1/records/verify', body, { 'proxy-authorization': `Bearer ${own()}` }),
    ];
    for (const place of places) {
      const { status, body: answer } = await place;
      expect([status, answer['error'].code]).toEqual([401, 'authentication.missing']);
    }
  });

  it('that is refused gets the same answer whether or not its key id exists', async () => {
    const texts = await Promise.all(
      ['with another secret', 'of a key id that nobody has', 'with a wrong checksum'].map(async (name) => {
        const { text } = await verifying(`Bearer ${FORGERIES[name]?.(own())}`);
        return text.replaceAll(/req_\w+/g, 'req_');
      }),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it('never comes back in an answer', async () => {
    for (const authorization of [`Bearer ${own()}x`, `Basic ${own()}`, own()]) {
      const { text, headers } = await verifying(authorization);
      expect(text + JSON.stringify([...headers])).not.toContain(own().slice(20, 50));
    }
  });

  describe('takes as long to refuse', () => {
    const ask = (client: Client) => client.post('/v1/records/verify', { record_id: 'rec_missing' });

    it('whether the key id exists or not', async () => {
      const [wrong, unknown] = ['with another secret', 'of a key id that nobody has'].map((name) =>
        fixture.anonymous.as(FORGERIES[name]?.(own()) ?? ''),
      );
      const share = await shareOfLonger(
        () => ask(wrong as Client),
        () => ask(unknown as Client),
      );
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.7);
    });
  });
});
