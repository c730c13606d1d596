import { DATABASE_APPS } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';
import { differenceInCatalogue, type Difference } from '../difference.js';
import type { Walk } from '../walk.js';
import { readCatalogue } from './read-catalogue.js';

/**
 * Compares the catalogue with that of a new database of this release. A foreign trigger, rule, policy or view could hide
 * rows from the scrub, or drop its findings.
 */
export class CatalogueWalk implements Walk {
  readonly size = 1;

  /** @param expected the lines of `readCatalogue` for this release. */
  constructor(private readonly expected: readonly string[]) {}

  async look(client: PoolClient): Promise<Difference[]> {
    const found = await readCatalogue(client, DATABASE_APPS);
    const [expected, actual] = [new Set(this.expected), new Set(found)];
    return [
      ...found.filter((line) => !expected.has(line)).map((line) => `unexpected: ${line}`),
      ...this.expected.filter((line) => !actual.has(line)).map((line) => `missing: ${line}`),
    ].map(differenceInCatalogue);
  }

  advance(): boolean {
    return false;
  }
}
