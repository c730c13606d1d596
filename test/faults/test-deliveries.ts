import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Kafka, Message, ReceivedMessage } from '@service/messaging';
import { eventually } from '@service/testing';
import { grant, register } from '../support/fixtures.js';
import { connectTestKafka } from '../support/kafka/connect-test-kafka.js';
import { readUntil as readTopicsUntil, type ReadMessage } from '../support/kafka/read-topics.js';
import { changeRecord } from './support/change-record.js';
import { PATIENCE, type FaultyService } from './support/faulty-service.js';

const TOPIC = 'development.record.events';
const DEAD_LETTERS = 'development.dead.letters';

let service: FaultyService;
let kafka: Kafka;
let authorityId: string;

/** Reads a topic from its beginning until a message is wanted; answers all that were read. */
async function readUntil(
  topic: string,
  wanted: (messages: ReceivedMessage[]) => boolean,
): Promise<ReceivedMessage[]> {
  const only = (read: ReadMessage[]) => read.map(({ message }) => message);
  const enough = (read: ReadMessage[]) => wanted(only(read));
  return only(await readTopicsUntil(kafka, { topics: [topic], group: 'test' }, enough, PATIENCE));
}

async function send(messages: Message[]): Promise<void> {
  const writer = kafka.writer({ idempotent: false });
  await writer.send([{ topic: TOPIC, messages }]);
  await writer.disconnect();
}

const keyOf = ({ key }: ReceivedMessage) => key?.toString();

async function verify(id: string) {
  const answer = await service.as('verify').post('/v1/records/verify', { record_id: id });
  const { record, evidence, error } = answer.body;
  return {
    status: answer.status,
    version: record?.version as number | undefined,
    state: record?.state as string | undefined,
    verified: evidence?.provenance.verified as boolean | undefined,
    code: error?.code as string | undefined,
  };
}

/** Tests what consumers make of messages that come twice, in another order, not at all, or from somebody else. */
export function testDeliveries(started: () => FaultyService): void {
  beforeAll(async () => {
    service = started();
    kafka = connectTestKafka({ KAFKA_BROKERS: service.brokers });
    authorityId = await eventually(() => grant(service.as('admin')), PATIENCE);
  });

  describe('events of one record', () => {
    it('delivered again, or the later before the earlier, leave every view as it was', async () => {
      const admin = service.as('admin');
      const id = await eventually(() => register(admin, authorityId), PATIENCE);
      await changeRecord(service, id, 'suspend');
      await changeRecord(service, id, 'reinstate');
      const own = (all: ReceivedMessage[]) => all.filter((message) => keyOf(message) === id);
      const events = own(await readUntil(TOPIC, (all) => own(all).length === 3));
      await send(
        [...events, ...events.toReversed()].map(({ key, value, headers }) => ({
          key,
          value,
          headers: headers ?? {},
        })),
      );
      await changeRecord(service, id, 'suspend');
      await eventually(
        async () => expect(await verify(id)).toMatchObject({ version: 4, verified: true }),
        PATIENCE,
      );
      const applied = () =>
        service.sql(
          `SELECT version FROM verify_api_records.stream_versions WHERE stream_id = $1
           UNION ALL SELECT version FROM webhook_dispatcher.stream_versions WHERE stream_id = $1`,
          [id],
        );
      await eventually(
        async () => expect(await applied()).toEqual([{ version: 4 }, { version: 4 }]),
        PATIENCE,
      );
    });

    it('arriving with a gap are made whole from the log', async () => {
      const admin = service.as('admin');
      const id = await eventually(() => register(admin, authorityId), PATIENCE);
      await changeRecord(service, id, 'suspend');
      await eventually(async () => expect(await verify(id)).toMatchObject({ version: 2 }), PATIENCE);
      const own = (all: ReceivedMessage[]) => all.filter((message) => keyOf(message) === id);
      const [, second] = own(await readUntil(TOPIC, (all) => own(all).length === 2));
      // As if only the record's second event had ever arrived.
      await service.sql(`DELETE FROM verify_api_records.records WHERE id = $1`, [id]);
      await service.sql(`DELETE FROM verify_api_records.stream_versions WHERE stream_id = $1`, [id]);
      await send([
        { key: second?.key ?? null, value: second?.value ?? null, headers: second?.headers ?? {} },
      ]);
      await eventually(async () => {
        expect(await verify(id)).toMatchObject({ version: 2, state: 'suspended', verified: true });
      }, PATIENCE);
    });
  });

  describe('a message that cannot be applied', () => {
    it('is parked with its cause while the others continue, and applied when it is replayed', async () => {
      const admin = service.as('admin');
      await service.sql(
        `ALTER TABLE verify_api_records.records ADD CONSTRAINT poison CHECK (origin <> 'poison')`,
      );
      const poisoned = await eventually(() => register(admin, authorityId, { origin: 'poison' }), PATIENCE);
      const others = await Promise.all(
        Array.from({ length: 20 }, () => eventually(() => register(admin, authorityId), PATIENCE)),
      );
      for (const id of others) {
        await eventually(async () => expect(await verify(id)).toMatchObject({ status: 200 }), PATIENCE);
      }
      const own = (all: ReceivedMessage[]) => all.filter((message) => keyOf(message) === poisoned);
      const [letter] = own(await readUntil(DEAD_LETTERS, (all) => own(all).length > 0));
      expect(letter?.headers?.['cause']?.toString()).toContain('poison');
      // For a second after a registration the gateway answers 503 in place of 404, because the record may still arrive.
      await eventually(async () => expect(await verify(poisoned)).toMatchObject({ status: 404 }), PATIENCE);
      const command = 'dist/standalone/commands/dead-letters.js';
      expect(await service.command(command)).toContain(`parked ${poisoned} at version 1`);

      // A retry that is too early leaves it parked; once the cause is removed it is applied.
      await service.command(command, 'replay', poisoned);
      const requested = () =>
        service.sql('SELECT FROM verify_api_records.parked_streams WHERE replay_requested');
      await eventually(async () => expect(await requested()).toEqual([]), PATIENCE);
      expect(await service.sql('SELECT FROM verify_api_records.parked_streams')).toHaveLength(1);
      await service.sql('ALTER TABLE verify_api_records.records DROP CONSTRAINT poison');
      await service.command(command, 'replay');
      await eventually(
        async () => expect(await verify(poisoned)).toMatchObject({ verified: true }),
        PATIENCE,
      );
    });

    it('and that the service did not write is passed over and counted, while the others continue', async () => {
      const before = await service.ignoredMessages(TOPIC);
      await send([{ key: 'rec_foreign', value: 'not an event' }]);
      await eventually(
        async () => expect(await service.ignoredMessages(TOPIC)).toBeGreaterThan(before),
        PATIENCE,
      );
      const id = await eventually(() => register(service.as('admin'), authorityId), PATIENCE);
      await eventually(async () => expect(await verify(id)).toMatchObject({ status: 200 }), PATIENCE);
      expect(await service.command('dist/standalone/commands/dead-letters.js')).toContain('0 parked');
    });
  });
}
