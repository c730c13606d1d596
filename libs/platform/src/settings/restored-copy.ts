import { StartError } from '../start-error.js';
import type { Settings } from './load-settings.js';

/** Default: off. */
export type CopySettings = Partial<Pick<Settings, 'restoredCopy'>>;

/**
 * Call this before an action that only the original may perform.
 * @param why completes the sentence "RESTORED_COPY is on, and …".
 * @throws StartError on a restored copy.
 */
export function refuseOnCopy({ restoredCopy }: CopySettings, why: string): void {
  if (restoredCopy === true) throw new StartError(`RESTORED_COPY is on, and ${why}.`);
}
