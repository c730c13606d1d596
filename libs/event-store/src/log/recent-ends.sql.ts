/** Types of events after which a subject is no longer what it was; the index of ends has the same words. */
const ENDS = `type ~ '[.](revoked|suspended|superseded|expired|disabled|removed)$'`;

/** Reads the ends from one event id to before another, the newest first. */
export const recentEndsSql = (schema: string): string =>
  `SELECT event_id, stream_id FROM ${schema}.events WHERE ${ENDS} AND event_id >= $1 AND event_id < $2
   ORDER BY event_id DESC LIMIT $3`;
