import { afterMarkSql } from './after-mark.sql.js';

/**
 * Expression for the slot that the successor of an element has in the log, as `nextSlot` computes it from salt and
 * digest; null for a text without a salt. It never fails: one edited row must not fail the rows that are read with it.
 * @param text expression for the element's text. Within its strings every quote is escaped, so only the member
 * can be found.
 */
export function successorSlotSql(text: string): string {
  const salt = afterMarkSql('"salt":"', text);
  const isSalt = `${salt} ~ '^[A-Za-z0-9_-]{22}$'`;
  const saltBytes = `CASE WHEN ${isSalt} THEN decode(translate(${salt}, '-_', '+/') || '==', 'base64') END`;
  return `sha256(${saltBytes} || sha256(convert_to(${text}, 'UTF8')))`;
}

/**
 * Expression for the index of the leaf with a slot; null while the log has no such leaf. Leaves and the log’s size are
 * written together, so a leaf beyond the log’s end was edited: it counts as -1, below every tree. The lowest index
 * counts, so that a second leaf cannot hide the first.
 */
export function leafIndexSql(slot: string): string {
  return `(
    SELECT CASE WHEN min(l.index) < coalesce(min(s.size), 0) THEN min(l.index) ELSE -1 END::float8
    FROM record_store_published.log_leaves AS l LEFT JOIN record_store_published.log_state AS s ON true
    WHERE l.slot = ${slot} HAVING count(*) > 0)`;
}
