/**
 * A row for the FROM of a statement that reads a log. No event can still be added below its `horizon`; `ahead` is the id
 * of the next transaction, `oldest` that of the oldest unfinished one, and `read_at` when the statement began.
 *
 * The horizon is the oldest unfinished transaction that may have appended, or still may: looked at closely, one that the
 * server shows to belong to another database, to a session of a role that may not insert into the tables, or that was
 * prepared without writing beside them, holds nothing back. A superuser who takes on the session of a writer evades that. On a
 * server in recovery the horizon is 0.
 *
 * Run it outside of a transaction. Inside one, the list of sessions may be older than the snapshot, and would name the
 * wrong owner of an id whose session took over another's place.
 * @param tables as `schema.table`; with several, their lowest horizon.
 * @param closely whether to look closely, which costs more with each session of the server. A parameter of the statement would
 *   have it planned anew for each read.
 */
export function horizonSql(tables: readonly string[], closely = true): string {
  const look = `WHEN ${XMIN} < ${XMAX} THEN (${lookClosely(tables)})`;
  // OFFSET 0, so that it is computed once.
  return `(
    SELECT CASE
        WHEN pg_is_in_recovery() THEN '0'::xid8
        ${closely ? look : ''}
        ELSE ${XMIN}
      END AS horizon, ${XMIN} AS oldest, ${XMAX} AS ahead, transaction_timestamp() AS read_at
    OFFSET 0
  )`;
}

const XMIN = 'pg_snapshot_xmin(pg_current_snapshot())';
const XMAX = 'pg_snapshot_xmax(pg_current_snapshot())';

/**
 * An id whose owner is not shown counts: its transaction ended after the snapshot, or its session just began. What was
 * prepared can write no more, and keeps its locks, whichever role its session had taken on by then. Its session
 * hands them over part by part, so they tell the truth only once it has none left; and they go one by one when it ends, so
 * they do only while it has not ended after they were read.
 */
function lookClosely(tables: readonly string[]): string {
  const writers = writersSql(tables);
  return `
    WITH locks AS MATERIALIZED (${locksSql()})
    SELECT coalesce(min(id), ${XMAX}) FROM pg_snapshot_xip(pg_current_snapshot()) AS id
    WHERE id::xid NOT IN (
      SELECT backend_xid FROM pg_stat_activity
      WHERE backend_xid IS NOT NULL AND (usesysid IS NULL OR datname IS DISTINCT FROM current_database()
        OR usesysid NOT IN (SELECT writer FROM (${writers}) AS w))
    ) AND CASE
      WHEN EXISTS (
        SELECT FROM locks WHERE transactionid = id::xid AND pid IS NULL
          AND virtualtransaction NOT IN (SELECT virtualtransaction FROM locks WHERE pid IS NOT NULL OR ${writesBesideSql(tables)})
      ) THEN pg_xact_status(id) <> 'in progress'
      ELSE true
    END OR (SELECT count(DISTINCT written) FROM (${writers}) AS w) < ${tables.length}`;
}

/** All locks, if any transaction is prepared: such a one has no `pid`, and holds a lock on its own id. */
export function locksSql(): string {
  return `SELECT transactionid, virtualtransaction, pid, database, relation, mode FROM pg_locks
    WHERE EXISTS (SELECT FROM pg_prepared_xacts)`;
}

/** Whether such a lock was taken by writing into a table in the schema of one of these. */
export function writesBesideSql(tables: readonly string[]): string {
  const schemas = tables.map((table) => `'${table.split('.')[0]}'`).join(', ');
  return `mode NOT IN ('AccessShareLock', 'RowShareLock')
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation IN (SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname IN (${schemas}))`;
}

/** The roles that may insert into some tables; a table that is missing has none. */
export function writersSql(tables: readonly string[]): string {
  const names = tables.map(
    (table) =>
      `(${table
        .split('.')
        .map((name) => `'${name}'`)
        .join(', ')})`,
  );
  return `SELECT c.oid AS written, a.grantee AS writer
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) AS a
    WHERE (n.nspname, c.relname) IN (${names.join(', ')}) AND a.privilege_type = 'INSERT'`;
}
