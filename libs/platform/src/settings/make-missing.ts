import { StartError } from '../start-error.js';
import type { Settings } from './load-settings.js';

/** Default: on. */
export type MakingSettings = Partial<Pick<Settings, 'makeMissing'>>;

/**
 * Call this before creating something that no setting names.
 * @param what completes the sentence "DATABASE_OWNER_URL must give …".
 * @throws StartError where MAKE_MISSING is off.
 */
export function requireMaking({ makeMissing }: MakingSettings, variable: string, what: string): void {
  if (makeMissing !== false) return;
  throw new StartError(`${variable} must give ${what}; with MAKE_MISSING=off the service makes none.`);
}
