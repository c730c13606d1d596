/**
 * Settings that make PostgreSQL use indexes for all access. Plans that were cached while tables were empty would scan
 * whole tables until there are statistics: appends fell to an eighth of their rate as the table grew. The roles of the
 * apps have them, because PgBouncer refuses these settings on a connection.
 */
export const KEYED_ACCESS: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
