import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import type { Settings } from '@service/platform';

/** Where an environment's peppers are. */
export interface PepperFile {
  path: string;
  /** The setting that names the file; null where it is the service's own, in the data directory. */
  setting: string | null;
}

export type PepperSettings = Pick<Settings, 'pepperFiles' | 'dataDirectory'>;

export function pepperFileOf(
  { pepperFiles, dataDirectory }: PepperSettings,
  environment: Environment,
): PepperFile {
  const given = pepperFiles[environment];
  return given === undefined
    ? { path: join(dataDirectory, environment, 'pepper'), setting: null }
    : { path: given, setting: `PEPPER_FILE_${environment.toUpperCase()}` };
}

/** How a sentence names the file. */
export function placeOf({ path, setting }: PepperFile): string {
  return setting === null ? `The pepper file ${path}` : `${setting} (${path})`;
}

/** The peppers in the text of a file: one a line, the newest first; blank lines are none. */
export function peppersIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A new pepper: 256 random bits in base64url. */
export function makePepper(): string {
  return randomBytes(32).toString('base64url');
}
