import { OWNER_APPS, type DatabaseApp } from '../database-apps.js';

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

/** A host that vanishes without closing its connections is noticed after half a minute. */
const KEEPALIVES = { tcp_keepalives_idle: '15', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

/** An administrator’s limits for other programs would end migrations, erasures and rebuilds half-way, and connections of pools. */
const UNLIMITED = {
  statement_timeout: '0',
  transaction_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
};

/**
 * Followers of an app's log wait for its open transactions, and gateways answer nothing from data that is five seconds
 * old. So the transaction of a process that hangs must end sooner. One that works may take as long as the apps themselves wait.
 */
const OF_WRITERS = {
  ...UNLIMITED,
  idle_in_transaction_session_timeout: '2s',
  lock_timeout: '10s',
  transaction_timeout: '1min',
};

/** A rebuild of a view computes between its statements, and may wait long for a lock. */
const OF_OTHERS = { ...UNLIMITED, idle_in_transaction_session_timeout: '1min' };

/** Limits of the owner’s sessions: its commands and migrations end by themselves. */
export const OF_OWNER: Readonly<Record<string, string>> = {
  ...UNLIMITED,
  idle_in_transaction_session_timeout: '0',
};

/** Limits of an app's sessions, as defaults of its role, because an administrator's server may set none. */
export function timeoutsOf(app: DatabaseApp): Readonly<Record<string, string>> {
  const isWriter = OWNER_APPS.some((owner) => owner === app);
  return { ...KEEPALIVES, ...(isWriter ? OF_WRITERS : OF_OTHERS) };
}
