import { expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { connectKafka } from './connect-kafka.js';

it('names the brokers of which none answers, in one sentence', async () => {
  const settings = loadSettings({ ENVIRONMENT: 'development', KAFKA_BROKERS: '127.0.0.1:9' });
  const kafka = connectKafka({ settings, clientId: 'test', logger: createLogger('silent'), retries: 0 });
  await expect(kafka.admin((admin) => admin.listTopics())).rejects.toThrow(
    /^No broker of KAFKA_BROKERS \(127\.0\.0\.1:9\) answers: .*ECONNREFUSED.*\.$/,
  );
});
