import { connectKafka } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import type { Kafka } from 'kafkajs';

/** A client with the settings of a service, or of a broker. */
export function connectTestKafka(settings: NodeJS.ProcessEnv): Kafka {
  return connectKafka({
    settings: loadSettings({ ENVIRONMENT: 'development', ...settings }),
    clientId: 'test',
    logger: createLogger('silent'),
  });
}
