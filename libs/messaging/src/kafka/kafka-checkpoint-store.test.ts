import { describe, expect, it } from '@jest/globals';
import { FakeKafka } from '../testing/fake-kafka.js';
import { newKeys, testAuthenticator } from '../testing/test-authenticator.js';
import { KafkaCheckpointStore } from './kafka-checkpoint-store.js';
import { KafkaNames } from './kafka-names.js';

const names = new KafkaNames('', 'development');
const use = 'checkpoint-message' as const;

function opened(kafka = new FakeKafka(), keys = newKeys()) {
  const store = new KafkaCheckpointStore(kafka, names, testAuthenticator({ keys, use }));
  const forge = (value: string, count = 1) =>
    void kafka.sent.push({
      topic: names.logCheckpoints,
      messages: Array.from({ length: count }, () => ({ value })),
    });
  return { kafka, store, forge };
}

describe('checkpoints in a topic', () => {
  it('are the authentic ones, however many forged ones follow them', async () => {
    const { kafka, store, forge } = opened();
    expect(await store.load()).toEqual([]);
    forge('forged');
    await store.store('one');
    await store.store('two');
    expect(await store.load()).toEqual(['one', 'two']);
    forge('forged', 1_500);
    await opened(kafka).store.store('of another key');
    expect(await store.load()).toEqual(['one', 'two']);
  });

  it('are refused where none has a code: somebody else wrote them, and may have buried an authentic one', async () => {
    const { store, forge } = opened();
    forge('forged', 70);
    await expect(store.load()).rejects.toThrow('If somebody else wrote all of them');
  });

  it('are refused where none is under the present keys', async () => {
    const { kafka, store } = opened();
    await store.store('one');
    await expect(opened(kafka).store.load()).rejects.toThrow('put back the key that they were stored under');
  });

  it('are read of a mirror as far as that is, if it kept their topic’s name and their headers', async () => {
    const keys = newKeys();
    const { kafka, store } = opened(new FakeKafka(), keys);
    for (const note of ['one', 'two', 'three']) await store.store(note);
    const mirrored = (change: (sent: (typeof kafka.sent)[number]) => (typeof kafka.sent)[number]) => {
      const mirror = new FakeKafka();
      mirror.sent.push(...kafka.sent.slice(0, 2).map(change));
      return opened(mirror, keys).store;
    };
    const same = mirrored((sent) => sent);
    expect(await same.load()).toEqual(['one', 'two']);
    // The region takes over.
    await same.store('four');
    expect(await same.load()).toEqual(['one', 'two', 'four']);
    const bare = mirrored(({ topic, messages }) => ({
      topic,
      messages: messages.map(({ value }) => ({ value })),
    }));
    await expect(bare.load()).rejects.toThrow('No checkpoint in');
    // As with the default policy of MirrorMaker 2, and read under its new name.
    const renamed = new FakeKafka();
    const prefix = 'first-region.';
    renamed.sent.push(...kafka.sent.map(({ topic, messages }) => ({ topic: prefix + topic, messages })));
    const reading = new KafkaCheckpointStore(
      renamed,
      new KafkaNames(prefix, 'development'),
      testAuthenticator({ keys, use }),
    );
    await expect(reading.load()).rejects.toThrow('No checkpoint in');
  });
});
