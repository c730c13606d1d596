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
    for (const { name } of tables) {
      const select = `SELECT t::text AS text FROM ${name} AS t`;
      const found = await service.sql<{ text: string }>(select, [], environment);
      kept.push(...found.map(({ text }) => ({ place: `${environment} ${name}`, text })));
    }
  }
  return kept;
}
