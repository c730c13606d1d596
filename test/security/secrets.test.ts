import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import { eventually } from '@service/testing';
import { Client } from '../support/client.js';
import { describeService } from '../support/describe-service.js';
import { readAllRows } from '../support/read-all-rows.js';
import { openSeeds } from './support/open-seeds.js';
import { secretOf } from './support/token-text.js';

/** Where secrets are meant to be. */
const MEANT = ['bootstrap.json', 'pepper', 'postgres.json', 'sealing-keys', 'signing-keys.json'];

/** With an embedded database server, whose files are searched as well. */
const EVERYTHING = {
  name: 'a service that logs everything',
  production: true,
  embedded: true,
  env: { LOG_LEVEL: 'trace' },
};

describeService(EVERYTHING, (service, fixture) => {
  // ASVS 5.0 V11, V13.3, V16.2.5; the specification's section 5.7.
  describe('every secret', () => {
    const secrets: string[] = [];
    const answers: string[] = [];
    let credentialId: string;

    const remember = (token: unknown) => {
      expect(token).toMatch(/^svc_/);
      secrets.push(secretOf(String(token)));
      return String(token);
    };

    it('is shown once, when it is made', async () => {
      const wanted = { name: 'x', capabilities: ['verify', 'read'] };
      const issued = await fixture.admin.post('/v1/credentials', wanted);
      const token = remember(issued.body['token']);
      credentialId = String(issued.body['id']);
      const rotated = await fixture.admin.post(`/v1/credentials/${issued.body['id']}/rotate`, {});
      remember(rotated.body['token']);
      const project = await fixture.operator.post('/v1/projects', { name: 'Another' });
      remember(project.body['admin_credential'].token);
      const path = '/v1/subscriptions';
      const subscribed = await fixture.admin.post(path, {
        endpoint: 'https://receiver.example/events',
        categories: ['record'],
      });
      const { id, secret } = subscribed.body;
      const again = await fixture.admin.post(`${path}/${id}/rotate`, {});
      for (const { headers } of [issued, rotated, project, subscribed, again]) {
        expect(headers.get('cache-control')).toBe('no-store');
      }
      for (const each of [secret, again.body['secret']]) {
        expect(each).toMatch(/^whsec_.{44}$/);
        // With and without padding, in both alphabets.
        const bytes = Buffer.from(String(each).slice('whsec_'.length), 'base64');
        secrets.push(
          bytes.toString('base64').slice(0, -1),
          bytes.toString('base64url'),
          bytes.toString('hex'),
        );
      }
      answers.push(
        (await fixture.admin.get(`${path}/${id}`)).text,
        (await fixture.admin.get(path)).text,
        (await fixture.admin.post(`${path}/${id}/disable`, { reason: 'x' })).text,
      );
      for (const seed of await openSeeds(service, String(id))) secrets.push(seed);
      const using = fixture.anonymous.as(token);
      answers.push(
        (await using.get('/v1/projects/current')).text,
        (await using.post('/v1/records/verify', { record_id: 'rec_example' })).text,
        (await using.post('/v1/records/verify', { record_id: token })).text,
        (await using.post('/v1/records/verify', '{broken')).text,
        (await using.get(`/v1/records/${token}`)).text,
        (await fixture.admin.get('/v1/credentials')).text,
        (await fixture.admin.get(`/v1/credentials/${issued.body['id']}`)).text,
        (await fixture.anonymous.as(`${token}x`).get('/v1/records')).text,
        (
          await fixture.anonymous.post('/v1/credentials/report-leak', [
            { token, type: 'x', url: `https://x.example/?token=${token}` },
          ])
        ).text,
        (await using.get('/v1/projects/current')).text,
      );
      for (const roles of Object.values(service.tokens)) secrets.push(...Object.values(roles).map(secretOf));
      for (const environment of ENVIRONMENTS) {
        const file = await readFile(join(service.dataDirectory, environment, 'signing-keys.json'), 'utf8');
        const { keys } = JSON.parse(file) as { keys: { d: string }[] };
        secrets.push(...keys.map(({ d }) => d));
        for (const name of ['sealing-keys', 'pepper']) {
          const line = await readFile(join(service.dataDirectory, environment, name), 'utf8');
          secrets.push(line.trim());
        }
      }
    });

    it('is in no answer afterwards', () => {
      expect(secrets.length).toBeGreaterThanOrEqual(31);
      expect(answers.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    });

    it('is in no row of any table, unless a caller wrote it there', async () => {
      const rows = await readAllRows(service);
      expect(rows.some(({ text }) => text.includes(credentialId))).toBe(true);
      const found = rows.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
      expect(found.map(({ place }) => place)).toEqual([]);
    });

    it('is in no line of the logs', () => {
      expect(secrets.filter((secret) => (service.errors + service.output).includes(secret))).toEqual([]);
    });

    it('is in no file but those that are meant to hold it, and they are the owner’s alone', async () => {
      const files = await readdir(service.dataDirectory, { recursive: true, withFileTypes: true });
      for (const file of files) {
        if (!file.isFile() || MEANT.includes(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const text = await readFile(path, 'latin1').catch(() => '');
        expect([path, secrets.some((secret) => text.includes(secret))]).toEqual([path, false]);
      }
    });
  });

  it('takes no line for its logs from a caller', async () => {
    const line = '{"level":"fatal","msg":"forged"}';
    const headers = {
      'user-agent': `a${encodeURIComponent('\n')}${line}`,
      traceparent: line,
      'x-request-id': line,
    };
    await fixture.verifier.post('/v1/records/verify', { record_id: `rec_\n${line}` }, headers);
    await fixture.verifier.call('POST', `/v1/records/${encodeURIComponent(`\n${line}`)}/revoke`, {
      body: {},
    });
    await fixture.verifier.get(`/${encodeURIComponent(`\n${line}`)}`);
    const logged = service.errors.split('\n').filter((each) => each.startsWith('{'));
    for (const each of logged) expect(JSON.parse(each)).not.toMatchObject({ msg: 'forged' });
  });

  // The service that files share believes a proxy on the loopback address.
  it('believes no header about where a request came from or went to', async () => {
    const spoofed = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'x-original-url': '/v1/projects',
      'x-rewrite-url': '/v1/projects',
      'x-forwarded-host': 'elsewhere.example',
    };
    const answer = await fixture.verifier.call('POST', '/v1/records/verify', {
      body: { record_id: fixture.recordId },
      headers: spoofed,
    });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('service-request-id');
    const auditor = fixture.anonymous.as(service.tokens.development.audit);
    const { body } = await auditor.get(`/v1/interactions/${requestId}`);
    expect(body['address']).toBe('127.0.0.1');
  });

  it('revokes an operator whose token is reported as leaked, and no other', async () => {
    const { development, production } = service.tokens;
    const inProduction = new Client({ baseUrl: service.urlOf('production') });
    await inProduction.post('/v1/credentials/report-leak', [{ token: production.operator }]);
    const codeOf = async (client: Client) => {
      const { status, body } = await client.get('/v1/projects/current');
      return status === 200 ? 'ok' : body['error'].code;
    };
    await eventually(async () =>
      expect(await codeOf(inProduction.as(production.operator))).toBe('credential.revoked'),
    );
    expect(await codeOf(fixture.anonymous.as(development.operator))).toBe('ok');
  });
});
