import { connectKafka, type Kafka } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';

/** A client with the settings of a service, or of a broker. */
export function connectTestKafka(settings: NodeJS.ProcessEnv, retries = 8): Kafka {
  return connectKafka({
    settings: loadSettings({ ENVIRONMENT: 'development', ...settings }),
    clientId: 'test',
    logger: createLogger('silent'),
    retries,
  });
}
