/**
 * Settings that make PostgreSQL use keys for all access. Cached plans may be from when tables were empty; they would
 * scan whole tables until there are statistics: appends fell to an eighth as the table grew. The roles of the apps have
 * them, because PgBouncer refuses these settings on a connection.
 */
export const KEYED_ACCESS: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
