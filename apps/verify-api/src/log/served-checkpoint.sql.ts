/**
 * Reads the served checkpoint: the newest or, with witnesses, the newest that they cosigned lately. An entry of
 * `log_served` is valid for ten seconds; the code that writes it relies on this.
 */
export const SERVED_CHECKPOINT_SQL = `
  SELECT coalesce(v.tree_size, h.tree_size) AS tree_size, coalesce(v.note, h.note) AS note
  FROM record_store_published.log_head AS h
  LEFT JOIN (record_store_published.log_served AS v JOIN record_store_published.log_state AS s USING (origin))
    ON v.at > clock_timestamp() - interval '10 seconds'`;
