import { withClient } from '@service/platform/postgres';

/**
 * Everything that migrations make in the apps' schemas, each as a line: what two databases with the same lines hold
 * cannot be told apart by the service.
 */
export async function describeSchemas(url: string, schemas: readonly string[]): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(LINES_SQL, [schemas]);
    return rows.map(({ line }) => line);
  });
}

/** Partitions of single days come and go, and are left out. */
const LINES_SQL = `
  WITH schemas AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1)
  ), tables AS (
    SELECT c.oid, c.relkind, format('%I.%I', nspname, relname) AS name,
      concat_ws(' ', pg_get_partkeydef(c.oid), relpersistence, reloptions) AS details
    FROM pg_class AS c JOIN schemas ON schemas.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'S') AND NOT relispartition AND relname <> 'migrations'
      AND relname <> 'migrations_id_seq'
  )
  SELECT concat_ws(' ', 'relation', relkind, name, details) AS line FROM tables
  UNION ALL
  SELECT concat_ws(' ', 'column', name, row_number() OVER (PARTITION BY tables.oid ORDER BY attnum), attname,
    format_type(atttypid, atttypmod), 'not null', attnotnull, 'identity', attidentity, 'generated', attgenerated,
    'compression', attcompression, 'storage', attstorage, 'collation', attcollation::regcollation, 'default', pg_get_expr(adbin, adrelid))
  FROM tables JOIN pg_attribute AS a ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  UNION ALL
  SELECT concat_ws(' ', 'constraint', name, conname, pg_get_constraintdef(c.oid))
  FROM tables JOIN pg_constraint AS c ON conrelid = tables.oid
  UNION ALL
  SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) FROM tables JOIN pg_index ON indrelid = tables.oid
  UNION ALL
  SELECT concat_ws(' ', 'sequence', name, seqtypid::regtype, seqstart, seqincrement, seqmax, seqcache, seqcycle)
  FROM tables JOIN pg_sequence ON seqrelid = tables.oid
  UNION ALL
  SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) FROM tables JOIN pg_trigger AS t ON tgrelid = tables.oid
  WHERE NOT tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'routine', regexp_replace(pg_get_functiondef(p.oid), '[[:space:]]+', ' ', 'g')) FROM pg_proc AS p JOIN schemas ON schemas.oid = pronamespace
  ORDER BY 1`;
