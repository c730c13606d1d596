import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of Chromium; null, with a warning, where none is installed.
 * @throws Error if `CHROMIUM=required` and none is installed.
 */
export function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, 'chromium')).find(existsSync);
  if (found !== undefined) return found;
  if (process.env['CHROMIUM'] === 'required') throw new Error('There is no chromium.');
  process.stderr.write('The browser is left out: there is no chromium (apt-get install chromium).\n');
  return null;
}
