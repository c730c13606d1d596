import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { formatCheckpoint, formatNote, parseCheckpoint, parseNote } from '@service/evidence';
import { KafkaNames, openKafkaCheckpoints } from '@service/messaging';
import { DATABASE_APPS } from '@service/platform/boundaries';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import { readOwnSealingKeys } from '../../apps/standalone/src/moving/key-ids.js';
import { writeManifest, type Manifest } from '../../apps/standalone/src/moving/manifest.js';
import { CheckedLog } from '../support/checked-log.js';
import { createDatabases } from '../support/databases.js';
import { describeProject } from '../support/describe-project.js';
import { driver } from '../support/driver.js';
import { register } from '../support/fixtures.js';
import { connectTestKafka } from '../support/kafka/connect-test-kafka.js';
import { databaseServer } from '../support/run/ask.js';
import { ALONE, TestService } from '../support/service.js';

const settingsOf = (dataDirectory: string, topics = dataDirectory) =>
  loadSettings({ ...driver.settings(topics), ...ALONE, DATA_DIR: dataDirectory });
const open = (...directories: Parameters<typeof settingsOf>) =>
  openKafkaCheckpoints(settingsOf(...directories), createLogger('silent'));

describeProject('the checkpoints of the transparency log', (service, fixture) => {
  const target = new TestService({ env: ALONE });
  afterAll(() => target.dispose());

  it('are in their topic before they are published, the newest among the last', async () => {
    const store = await open(service.dataDirectory);
    const log = new CheckedLog(service);
    const { size: before } = await log.checkpoint();
    for (let count = 0; count < 5; count += 1) await register(fixture.admin, fixture.authorityId);
    const { size, root } = await eventually(async () => {
      const checkpoint = await log.checkpoint();
      expect(checkpoint.size).toBeGreaterThanOrEqual(before + 5);
      return checkpoint;
    });
    const kept = (await store.load()).map((note) => parseCheckpoint(parseNote(note).text));
    expect(kept.find((each) => each.size === size)?.root).toEqual(root);
    expect(kept.length).toBeGreaterThan(1);
    await store.close();
  });

  it('refuse the import of an older log, whatever is forged among them', async () => {
    target.dataDirectory = temporaryFolder();
    target.databaseUrls = await createDatabases(await databaseServer());
    await mkdir(join(target.dataDirectory, 'development'));
    await writeFile(
      join(target.dataDirectory, 'development', 'sealing-keys'),
      `${randomBytes(32).toString('base64')}\n`,
      { mode: 0o600 },
    );
    const settings = settingsOf(target.dataDirectory);
    const origin = `${settings.logOrigin}/development`;
    const noteOf = (size: number) =>
      formatNote({
        text: formatCheckpoint({ origin, size, root: Buffer.alloc(32) }),
        signatures: [{ name: 'log', keyHash: 0, signature: Buffer.alloc(64) }],
      });
    const { logCheckpoints: topic } = new KafkaNames(settings.kafkaTopicPrefix, 'development');
    const kafka = connectTestKafka(driver.settings(target.dataDirectory));
    await kafka.admin((admin) => admin.createTopics([{ topic, numPartitions: 1 }]));
    const [own, foreign] = [
      await open(target.dataDirectory),
      await open(temporaryFolder(), target.dataDirectory),
    ];
    for (const size of [6, 7]) await own.store(noteOf(size));
    await foreign.store(noteOf(9));
    const writer = kafka.writer({ idempotent: true });
    await writer.send([{ topic, messages: [{ value: noteOf(10) }] }]);
    await Promise.all([own.close(), foreign.close(), writer.disconnect()]);

    const migrations = await Promise.all(
      DATABASE_APPS.map(async (app) => {
        const rows = await service.sql<{ name: string }>(`SELECT name FROM ${app}.migrations`);
        return [app, rows.map(({ name }) => name)] as const;
      }),
    );
    const keys = await readOwnSealingKeys(settings);
    const importOf = async (log_size: number) => {
      const folder = temporaryFolder();
      await mkdir(join(folder, 'development'));
      const manifest: Manifest = {
        format: 1,
        id: 'req_1',
        release: '1.0.0',
        environment: 'development',
        state: '',
        migrations: Object.fromEntries(migrations),
        created_at: '2030-01-01T00:00:00.000Z',
        log_origin: origin,
        log_size,
        next_transaction: '3',
        sequences: {},
        keys: {},
        tables: [],
        chunks: [],
      };
      await writeManifest(join(folder, 'development'), manifest, keys);
      return target.outcome('standalone/commands/import.js', '--from', folder);
    };
    expect(await importOf(6)).toMatchObject({
      code: 1,
      errors: `The export is not the newest state of the environment: it has 6 entries of the log ${origin}, and 7 of ${origin} were published. Import a newer export.\n`,
    });
    const made = "SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|public$|information_schema$)'";
    expect(await target.sql(made)).toEqual([]);
    expect(await importOf(7)).toMatchObject({ code: 0, errors: '' });
    expect(await target.sql(made)).not.toEqual([]);
  });
});
