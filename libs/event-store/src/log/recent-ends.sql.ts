/** Types of events after which a subject is no longer what it was; the index of ends has the same words. */
const ENDS = `type ~ '[.](revoked|suspended|superseded|expired|disabled|removed)$'`;

/** The index by which recent ends are found, in the order of their times, whatever else was written meanwhile. */
export const endsIndexSql = (schema: string): string =>
  `CREATE INDEX ends ON ${schema}.events (event_id) WHERE ${ENDS}`;

/** Reads the ends from one event id to before another, the newest first. */
export const recentEndsSql = (schema: string): string =>
  `SELECT event_id, stream_id FROM ${schema}.events WHERE ${ENDS} AND event_id >= $1 AND event_id < $2
   ORDER BY event_id DESC LIMIT $3`;
