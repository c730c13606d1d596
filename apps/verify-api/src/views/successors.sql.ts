/**
 * Expression for the slot that the successor of an element has in the log, as `nextSlot` computes it from salt and
 * digest; null where the text has no salt or the digest is malformed. It never fails, so that an edited row fails alone.
 * @param text expression for the element's text. In JCS form a member's name with its quotes cannot occur inside another
 * member's value, so only the member can be found.
 * @param digest expression for its digest, which the reader compares with the text.
 */
export function successorSlotSql(text: string, digest: string): string {
  const salt = `split_part(split_part(${text}, '"salt":"', 2), '"', 1)`;
  return `CASE WHEN ${salt} ~ '^[A-Za-z0-9_-]{22}$' AND ${digest} ~ '^sha256:[0-9a-f]{64}$' THEN
    sha256(decode(translate(${salt}, '-_', '+/') || '==', 'base64') || decode(substr(${digest}, 8), 'hex')) END`;
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
