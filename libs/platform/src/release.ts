import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The release that this is, or that it becomes; all packages have its number. */
export const RELEASE = manifest.version;
