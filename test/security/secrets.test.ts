import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import { describeService } from '../support/describe-service.js';
import { readAllRows } from '../support/read-all-rows.js';
import { openSeeds } from './support/open-seeds.js';
import { secretOf } from './support/token-text.js';

/** Where secrets are meant to be. */
const MEANT = ['bootstrap.json', 'pepper', 'postgres.json', 'sealing-keys', 'signing-keys.json'];

// ASVS 5.0 V11, V13.3, V16.2.5; the specification's section 5.7.
describeService({ name: 'every secret', production: true, env: { LOG_LEVEL: 'trace' } }, (service, world) => {
  const secrets: string[] = [];
  const answers: string[] = [];

  const remember = (token: unknown) => {
    expect(token).toMatch(/^svc_/);
    secrets.push(secretOf(String(token)));
    return String(token);
  };

  it('is shown once, when it is made', async () => {
    const wanted = { name: 'x', capabilities: ['verify', 'read'] };
    const issued = await world.admin.post('/v1/credentials', wanted);
    const token = remember(issued.body['token']);
    const rotated = await world.admin.post(`/v1/credentials/${issued.body['id']}/rotate`, {});
    remember(rotated.body['token']);
    const project = await world.operator.post('/v1/projects', { name: 'Another' });
    remember(project.body['credential'].token);
    const path = '/v1/subscriptions';
    const subscribed = await world.admin.post(path, {
      endpoint: 'https://receiver.example/events',
      categories: ['record'],
    });
    const { id, secret } = subscribed.body;
    const anew = await world.admin.post(`${path}/${id}/rotate-secret`, {});
    for (const each of [secret, anew.body['secret']]) {
      expect(each).toMatch(/^whsec_.{44}$/);
      // With and without padding, in both alphabets.
      const bytes = Buffer.from(String(each).slice('whsec_'.length), 'base64');
      secrets.push(bytes.toString('base64').slice(0, -1), bytes.toString('base64url'), bytes.toString('hex'));
    }
    answers.push(
      (await world.admin.get(`${path}/${id}`)).text,
      (await world.admin.get(path)).text,
      (await world.admin.post(`${path}/${id}/disable`, { reason: 'x' })).text,
    );
    for (const seed of await openSeeds(service, String(id))) secrets.push(seed);
    const using = world.anonymous.as(token);
    answers.push(
      (await using.get('/v1/projects/current')).text,
      (await using.post('/v1/records/verify', { record_id: 'rec_example' })).text,
      (await using.post('/v1/records/verify', { record_id: token })).text,
      (await using.get(`/v1/records/${token}`)).text,
      (await world.admin.get('/v1/credentials')).text,
      (await world.admin.get(`/v1/credentials/${issued.body['id']}`)).text,
      (await world.anonymous.as(`${token}x`).get('/v1/records')).text,
      (
        await world.anonymous.post('/v1/credentials/report-leak', [
          { token, type: 'x', url: 'https://x.example' },
        ])
      ).text,
      (await using.get('/v1/projects/current')).text,
    );
    for (const roles of Object.values(service.tokens)) secrets.push(...Object.values(roles).map(secretOf));
    for (const environment of ENVIRONMENTS) {
      const file = await readFile(join(service.dataDirectory, environment, 'signing-keys.json'), 'utf8');
      const { keys } = JSON.parse(file) as { keys: { d: string }[] };
      secrets.push(...keys.map(({ d }) => d));
      const sealingKeys = await readFile(join(service.dataDirectory, environment, 'sealing-keys'), 'utf8');
      secrets.push(sealingKeys.trim());
    }
  });

  it('is in no answer afterwards', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(29);
    expect(answers.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });

  it('is in no row of any table, unless a caller wrote it there', async () => {
    const rows = await readAllRows(service);
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
  }, 60_000);
});
