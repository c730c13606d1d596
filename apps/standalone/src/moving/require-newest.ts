import { parseCheckpoint, parseNote, readLogOrigin } from '@service/evidence';
import { StartError, reasonOf } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import type { Settings } from '@service/platform/settings';
import { openCheckpoints } from '../open-checkpoints.js';
import type { Manifest } from './manifest.js';

/**
 * Compares an export with the checkpoints that are stored outside of the database.
 * @throws StartError where the log went on after the export, or they cannot be read.
 */
export async function requireNewest(manifest: Manifest, settings: Settings, logger: Logger): Promise<void> {
  const store = await openCheckpoints(settings, logger);
  try {
    requireCovered(manifest, await store.load());
  } catch (error) {
    if (error instanceof StartError) throw error;
    const topics = settings.kafkaBrokers === undefined ? '' : ' A new broker needs npm run topics first.';
    throw new StartError(`The newest checkpoint cannot be read: ${reasonOf(error)}.${topics}`, {
      cause: error,
    });
  } finally {
    await store.close();
  }
}

/**
 * @param notes signed checkpoints, in any order.
 * @throws StartError where one of them covers more than the export has.
 */
export function requireCovered(
  { log_origin: origin, log_size: size }: Pick<Manifest, 'log_origin' | 'log_size'>,
  notes: readonly string[],
): void {
  const recoveries = origin === null ? 0 : readLogOrigin(origin).recoveries;
  for (const note of notes) {
    const newer = parseCheckpoint(parseNote(note).text);
    const difference = readLogOrigin(newer.origin).recoveries - recoveries;
    if (difference < 0 || (difference === 0 && newer.size <= size)) continue;
    throw new StartError(
      `The export is not the newest state of the environment: it has ${size} entries of the log ${origin}, and ${newer.size} of ${newer.origin} were published. Import a newer export.`,
    );
  }
}
