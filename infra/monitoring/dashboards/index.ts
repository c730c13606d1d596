import type { Board } from './board.ts';
import { OPERATIONS } from './operations.ts';
import { SERVICE } from './service.ts';

export type { Board } from './board.ts';
export { toGrafana } from './to-grafana.ts';

/** All boards. */
export const BOARDS: readonly Board[] = [SERVICE, OPERATIONS];

/** Every expression of a board. */
export function expressionsOf({ rows }: Board): string[] {
  return rows.flatMap(({ panels }) =>
    panels.flatMap(({ queries }) => queries.map(({ expression }) => expression)),
  );
}
