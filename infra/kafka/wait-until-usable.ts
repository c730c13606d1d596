import { setTimeout as sleep } from 'node:timers/promises';
import { connectKafka } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';

/** Milliseconds between two attempts. */
const INTERVAL = 200;

/** Like `waitUntilReady`, with a client that logs in over TLS. Continues until `signal`. */
export async function waitUntilUsable(settings: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const logger = createLogger('silent');
  while (!signal.aborted) {
    const kafka = connectKafka({
      settings: loadSettings({ ENVIRONMENT: 'development', ...settings }),
      clientId: 'start',
      logger,
    });
    const admin = kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      await admin.fetchOffsets({ groupId: 'g', topics: [] });
      return;
    } catch {
      await sleep(INTERVAL);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
