import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type StoredSecret } from '@service/contracts';
import { KafkaNames, type Message, type MessageHeaders, type Writer } from '@service/messaging';
import { newCommand } from '@service/messaging/commands';
import { eventually } from '@service/testing';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { kafkaIsAtHand } from '../../infra/kafka/at-hand.ts';
import { startBroker, type Broker } from '../../infra/kafka/broker.ts';
import { findFreePort } from '../../infra/ports.ts';
import { driver } from '../support/driver.js';
import { openFixture, register, type Fixture } from '../support/fixtures.js';
import { connectTestKafka } from '../support/kafka/connect-test-kafka.js';
import { readTopics, type ReadMessage } from '../support/kafka/read-topics.js';
import { databaseServer, makeRoom } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const PATIENCE = { timeout: 60_000 };
const START_TIMEOUT = 300_000;
const TEST_TIMEOUT = 240_000;

// KAFKA_BROKERS may be why these tests run.
const describeWhereAtHand = (await kafkaIsAtHand()) ? describe : describe.skip;

describeWhereAtHand('the service on a broker with SASL_SSL', () => {
  let directory: string;
  let own: Broker | undefined;
  let secure: NodeJS.ProcessEnv;
  let service: TestService;
  let fixture: Fixture;
  let settings: NodeJS.ProcessEnv;
  let names: KafkaNames;
  /** Somebody who may write to every topic, and has no key. */
  let intruder: Writer;

  beforeAll(async () => {
    await makeRoom();
    directory = await mkdtemp(join(tmpdir(), 'secure-'));
    const given = driver.settings(directory);
    // The broker of the whole run may be one.
    if (given['KAFKA_TLS'] !== 'on') {
      own = await startBroker({ directory, port: await findFreePort(), secure: true });
    }
    secure = own?.settings ?? given;
    service = new TestService({
      databaseServer,
      env: { ENVIRONMENT: 'development', ...own?.settings },
    });
    await service.begin();
    fixture = await openFixture(service);
    settings = { ...driver.settings(service.dataDirectory), ...own?.settings };
    names = new KafkaNames(String(settings['KAFKA_TOPIC_PREFIX']), 'development');
    intruder = connectTestKafka(settings).writer({ idempotent: false });
  }, START_TIMEOUT);
  afterAll(async () => {
    await intruder?.disconnect();
    await service?.dispose();
    await own?.kill();
    await rm(directory, { recursive: true });
  }, 120_000);

  /** How many messages of a topic an app has ignored. */
  async function ignored(app: string, topic: string): Promise<number> {
    const processes = await readProcessList(service.dataDirectory);
    const { adminUrl } = processes.find(({ name }) => name === `${app} 1`) ?? {};
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const line = text
      .split('\n')
      .find((each) => each.startsWith('rvs_unauthenticated_messages_total{') && each.includes(`"${topic}"`));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  /** Sends messages, and waits until all readers of an app have seen and ignored them. */
  async function intrude(app: string, topic: string, messages: Message[], readers = 1): Promise<void> {
    const before = await ignored(app, topic);
    await intruder.send([{ topic, messages }]);
    await eventually(
      async () =>
        expect(await ignored(app, topic)).toBeGreaterThanOrEqual(before + readers * messages.length),
      PATIENCE,
    );
  }

  /** The credential of a reader, and its stored secret as the topic shows it. */
  async function ownCredential(): Promise<{
    token: string;
    secret: StoredSecret;
    messages: ReadMessage[];
  }> {
    const issued = await fixture.admin.post('/v1/credentials', { name: 'Mine', capabilities: ['read'] });
    const messages = await readTopics(settings);
    const event = messages.find(
      ({ topic, message }) =>
        topic === names.events('credential') && String(message.key) === String(issued.body['id']),
    );
    const { data } = JSON.parse(String(event?.message.value)) as { data: { secret: StoredSecret } };
    return { token: String(issued.body['token']), secret: data.secret, messages };
  }

  const terms = {
    name: 'Operator',
    capabilities: ['operator' as const],
    expires_at: null,
    authorities: null,
    allowed_ips: null,
    rate_limit: null,
    metadata: {},
  };

  it('is whole', async () => {
    const record_id = await register(fixture.admin, fixture.authorityId);
    const verified = await fixture.verifier.post('/v1/records/verify', { record_id });
    expect(verified.body).toMatchObject({
      record: { id: record_id, state: 'active' },
      evidence: { provenance: { verified: true } },
    });
  });

  it(
    'handles no forged command, with a stored secret that is replayed from its event',
    async () => {
      const { token, secret, messages } = await ownCredential();
      const topic = names.commands('credential');
      const genuine = messages.filter((each) => each.topic === topic).map(({ message }) => message);
      expect(genuine.length).toBeGreaterThan(0);
      const mine = fixture.anonymous.as(token);
      const before = await mine.get('/v1/projects');
      expect(before.status).toBe(403);

      const command = () =>
        newCommand(
          'credential.issue',
          { ...terms, secret },
          {
            key: newId('credential'),
            project_id: null,
            issued_by: 'service:host',
          },
        );
      const forged = (headers: MessageHeaders, envelope = command()): Message => ({
        key: envelope.key,
        value: JSON.stringify(envelope),
        headers: { type: envelope.type, command_id: envelope.id, reply_to: 'intruder/0', ...headers },
      });
      const changed = genuine.map(({ key, value, headers }) => {
        const envelope = JSON.parse(String(value)) as object;
        const now = { ...envelope, deadline: Date.now() + 60_000 };
        return { key, value: JSON.stringify(now), headers: headers ?? {} };
      });
      const copied = genuine.map(({ headers }) => forged({ mac: headers?.['mac'] ?? '' }));
      await intrude('credential-authority', topic, [
        forged({}),
        forged({ mac: 'none' }),
        ...copied,
        ...changed,
      ]);

      const [stored] = await service.sql<{ count: string }>(
        `SELECT count(*) FROM credential_authority.events WHERE data->'capabilities' ? 'operator' AND data->>'name' = 'Operator'
         AND data->'secret'->>'key_id' = $1`,
        [secret.key_id],
      );
      expect(stored?.count).toBe('0');
      expect((await mine.get('/v1/projects')).status).toBe(403);
      const replies = (await readTopics(settings)).filter((each) => each.topic === names.replies);
      expect(replies.map(({ message }) => String(message.headers?.['replica']))).not.toContain('intruder');
    },
    TEST_TIMEOUT,
  );

  it(
    'folds no forged credential, and believes no forged heartbeat',
    async () => {
      const { token, secret } = await ownCredential();
      const topic = names.events('credential');
      const key = newId('credential');
      const data = {
        ...terms,
        type: 'service.credential.issued',
        credential_id: key,
        project_id: null,
        secret,
        issued_by: null,
        occurred_at: new Date().toISOString(),
      };
      const content = {
        type: data.type,
        version: 1,
        event_id: newId('event'),
        schema_version: 1,
        element: null,
      };
      const issued: Message = {
        key,
        value: JSON.stringify({ ...content, data, companion: null }),
        headers: { position: '1/1', identity: '1/1', version: '1', type: data.type },
      };
      const heartbeat: Message = {
        key: null,
        partition: 0,
        value: null,
        headers: { heartbeat: `999999999/${Date.now() + 3_600_000}`, identity: '9/1', partition: '0' },
      };
      // The gateway folds the topic in memory, and follows it with tables.
      const later = { ...issued, headers: { ...issued.headers, identity: '9/1' } };
      await intrude('verify-api', topic, [issued, later], 2);
      await intrude('verify-api', topic, [heartbeat, heartbeat], 2);

      expect((await fixture.anonymous.as(token).get('/v1/projects')).status).toBe(403);
      const [reached] = await service.sql<{ epoch: number }>(
        'SELECT max(epoch) AS epoch FROM webhook_dispatcher.partition_positions',
      );
      expect(reached?.epoch).toBe(1);
      await register(fixture.admin, fixture.authorityId);
      expect(service.errors).toContain('"alarm":"message.unauthenticated"');
    },
    TEST_TIMEOUT,
  );

  it(
    'is reached by nobody without TLS, the right authority, and the right password',
    async () => {
      const wrongPassword = join(directory, 'wrong');
      await writeFile(wrongPassword, 'wrong\n');
      const { KAFKA_BROKERS, KAFKA_TLS_CA_FILE } = secure;
      const others: NodeJS.ProcessEnv[] = [
        { KAFKA_BROKERS },
        { ...secure, KAFKA_TLS_CA_FILE: resolve('test/support/tls/first.pem') },
        { ...secure, KAFKA_SASL_PASSWORD_FILE: wrongPassword },
        { KAFKA_BROKERS, KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE },
      ];
      for (const [index, other] of others.entries()) {
        const listed = connectTestKafka(other, 0).admin((admin) => admin.listTopics());
        expect([index, await listed.catch(() => 'refused')]).toEqual([index, 'refused']);
      }
    },
    TEST_TIMEOUT,
  );
});
