import { ENVIRONMENTS } from '@service/contracts';
import type { TestService } from './service.js';

/** A stored or transmitted text and its place. */
export interface Kept {
  place: string;
  text: string;
}

/** Every row of every table of every environment. */
export async function readAllRows(service: TestService): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const environment of ENVIRONMENTS) {
    const tables = await service.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      [],
      environment,
    );
    const selects = tables.map(
      ({ name }) => `SELECT '${environment} ${name}' AS place, t::text AS text FROM ${name} AS t`,
    );
    kept.push(...(await service.sql<Kept>(selects.join(' UNION ALL '), [], environment)));
  }
  return kept;
}
