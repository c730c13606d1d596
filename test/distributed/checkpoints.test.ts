import { expect, it } from '@jest/globals';
import { parseCheckpoint, parseNote } from '@service/evidence';
import { openKafkaCheckpoints } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { eventually } from '@service/testing';
import { describeProject } from '../support/describe-project.js';
import { driver } from '../support/driver.js';
import { register } from '../support/fixtures.js';
import { CheckedLog } from '../support/checked-log.js';

describeProject('the checkpoints of the transparency log', (service, fixture) => {
  it('are in their topic before they are published, the newest among the last', async () => {
    const { dataDirectory } = service;
    const settings = loadSettings({
      ...driver.settings(dataDirectory),
      ENVIRONMENT: 'development',
      DATA_DIR: dataDirectory,
    });
    const store = await openKafkaCheckpoints(settings, createLogger('silent'));
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
});
