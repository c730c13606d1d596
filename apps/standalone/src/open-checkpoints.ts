import { join } from 'node:path';
import { openKafkaCheckpoints } from '@service/messaging';
import { FileCheckpointStore, type CheckpointStore } from '@service/messaging/checkpoints';
import type { Logger } from '@service/platform/logging';
import type { Settings } from '@service/platform/settings';

/** Opens an environment's store of checkpoints for a command. */
export async function openCheckpoints(settings: Settings, logger: Logger): Promise<CheckpointStore> {
  if (settings.kafkaBrokers !== undefined) return openKafkaCheckpoints(settings, logger);
  return new FileCheckpointStore(join(settings.dataDirectory, settings.environment, 'checkpoint'));
}
