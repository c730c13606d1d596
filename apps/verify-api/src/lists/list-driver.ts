import pg, { type Pool } from 'pg';

/** Makes TypeORM use an existing pool. A pool that TypeORM made would have no metrics and would keep an old password. */
export function listDriver(pool: Pool): object {
  return {
    ...pg,
    Pool: function ListPool() {
      return pool;
    },
  };
}
