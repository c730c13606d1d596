import { readFileSync } from 'node:fs';
import type { SharedMigration } from '@service/platform/migrations';

/**
 * A file of SQL that several schemas or tables share.
 * @param values of its placeholders, each a name in braces.
 * @param file its name where it runs, if it runs more than once in a schema.
 */
export function sharedMigration(
  place: URL,
  values: Readonly<Record<string, string>> = {},
  file = place.pathname.slice(place.pathname.lastIndexOf('/') + 1),
): SharedMigration {
  const fill = (whole: string, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${file} has no value for ${whole}.`);
    return value;
  };
  return { file, text: () => readFileSync(place, 'utf8').replaceAll(/\{([a-z]+)\}/g, fill) };
}
