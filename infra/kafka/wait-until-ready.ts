import { setTimeout as sleep } from 'node:timers/promises';
import { connectKafka } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';

/** Milliseconds between two attempts. */
const INTERVAL = 200;

/**
 * Resolves once the broker has joined its cluster (before that it refuses to create topics) and coordinates groups (before that
 * clients log errors). Continues until `signal`.
 */
export async function waitUntilReady(settings: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const logger = createLogger('silent');
  const parsed = loadSettings({ ENVIRONMENT: 'development', ...settings });
  while (!signal.aborted) {
    const kafka = connectKafka({
      settings: parsed,
      clientId: 'start',
      logger,
      // kafkajs learns at the first attempt which broker coordinates the group.
      retries: 1,
    });
    try {
      await kafka.admin((admin) => admin.members(['g']));
      return;
    } catch {
      await sleep(INTERVAL);
    }
  }
}
