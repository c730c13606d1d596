import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import { KafkaNames } from '@service/messaging';
import { describeService } from '../support/describe-service.js';
import { driver } from '../support/driver.js';
import { uniqueName } from '../support/fixtures.js';
import { readTopics } from '../support/kafka/read-topics.js';
import { readAllRows, type Kept } from '../support/read-all-rows.js';
import { openSeeds } from '../security/support/open-seeds.js';

describeService({ name: 'secrets', production: true, env: { LOG_LEVEL: 'trace' } }, (service, fixture) => {
  /** Issues credentials in every possible way and uses them. @returns their ids and tokens. */
  const issueAll = async (): Promise<{ ids: string[]; tokens: string[] }> => {
    const key = { 'idempotency-key': uniqueName() };
    const wanted = { name: 'A test', capabilities: ['verify', 'read'] };
    const issued = await fixture.admin.post('/v1/credentials', wanted, key);
    const repeated = await fixture.admin.post('/v1/credentials', wanted, key);
    expect([repeated.body['id'], repeated.body['token']]).toEqual([issued.body['id'], null]);
    const audit = await fixture.admin.post('/v1/credentials', {
      name: 'Audit',
      capabilities: ['audit', 'read'],
    });
    const project = await fixture.operator.post('/v1/projects', { name: 'Another' });
    const credentials = [
      issued.body,
      audit.body,
      project.body['admin_credential'] as Record<string, unknown>,
    ];
    const tokens = credentials.map(({ token }) => String(token));
    const ids = credentials.map(({ id }) => String(id));
    for (const token of tokens) {
      expect(token).toMatch(/^svc_/);
      const current = await fixture.anonymous.as(token).get('/v1/projects/current');
      expect(current.status).toBe(200);
      const broken = await fixture.anonymous.as(token).post('/v1/records/verify', '{broken');
      expect(broken.status).not.toBe(200);
    }
    const revoked = await fixture.admin.post(`/v1/credentials/${ids[0]}/revoke`, { reason: 'lost' });
    expect(revoked.status).toBe(200);
    return { ids, tokens };
  };

  /** Subscribes and rotates the secret. @returns the subscription's id and all of its secrets. */
  const subscribe = async (): Promise<{ id: string; secrets: string[] }> => {
    const made = await fixture.admin.post('/v1/subscriptions', {
      endpoint: 'https://receiver.example/events',
      categories: ['record'],
    });
    const id = String(made.body['id']);
    const rotated = await fixture.admin.post(`/v1/subscriptions/${id}/rotate`, {});
    const texts = [made.body['secret'], rotated.body['secret']].map(String);
    const seeds = await openSeeds(service, id);
    expect(seeds).toHaveLength(2);
    const secrets = [...texts.map((text) => text.slice('whsec_'.length, -1)), ...seeds];
    return { id, secrets };
  };

  const filesNamed = (name: string) =>
    Promise.all(
      ENVIRONMENTS.map((environment) => readFile(join(service.dataDirectory, environment, name), 'utf8')),
    );

  const messages = async (): Promise<Kept[]> => {
    const read = await readTopics(driver.settings(service.dataDirectory));
    return read.map(({ topic, partition, message: { offset, key, value, headers = {} } }) => ({
      place: `${topic}/${partition}/${offset}`,
      text: [key, value, ...Object.entries(headers).flat(2)]
        .map((part) => (Buffer.isBuffer(part) ? part.toString('latin1') : (part ?? '')))
        .join('\n'),
    }));
  };

  it('are in no message of any topic, in no row of any table and in no line of the logs', async () => {
    const { ids, tokens } = await issueAll();
    const subscribed = await subscribe();
    const bootstrap = Object.values(service.tokens).flatMap((roles) => Object.values(roles));
    const secrets = [
      ...[...tokens, ...bootstrap].map((token) => token.slice(-49, -6)),
      ...[...(await filesNamed('pepper')), ...(await filesNamed('sealing-keys'))].map((line) => line.trim()),
      ...subscribed.secrets,
    ];
    const logs = { place: 'logs', text: service.output + service.errors };
    const kept = [...(await messages()), ...(await readAllRows(service)), logs];

    const names = new KafkaNames(
      String(driver.settings(service.dataDirectory)['KAFKA_TOPIC_PREFIX']),
      'development',
    );
    const ways = [
      names.commands('credential'),
      names.replies,
      names.events('credential'),
      'development verify_api',
    ];
    for (const id of ids) {
      for (const way of ways) {
        expect([way, kept.some(({ place, text }) => place.startsWith(way) && text.includes(id))]).toEqual([
          way,
          true,
        ]);
      }
    }
    for (const way of [names.commands('subscription'), names.replies, names.events('subscription')]) {
      const { id } = subscribed;
      expect([way, kept.some(({ place, text }) => place.startsWith(way) && text.includes(id))]).toEqual([
        way,
        true,
      ]);
    }
    expect(secrets.map((secret) => secret.length)).toEqual(secrets.map(() => 43));
    expect(
      kept.filter(({ text }) => secrets.some((secret) => shows(text, secret))).map(({ place }) => place),
    ).toEqual([]);
  });
});

/** Whether a text contains a secret, plain or in hex or base64. */
function shows(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret, 'latin1');
  // The last character of base64 depends on what follows.
  return [secret, bytes.toString('hex'), bytes.toString('base64url').slice(0, -2)].some((form) =>
    text.includes(form),
  );
}
