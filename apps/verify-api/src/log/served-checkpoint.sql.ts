/**
 * Reads the checkpoint that is served, which is the newest one or, where there are witnesses, one that they cosigned
 * lately. What is served is believed for ten seconds, which whoever says it counts on.
 */
export const SERVED_CHECKPOINT_SQL = `
  SELECT coalesce(v.tree_size, h.tree_size) AS tree_size, coalesce(v.note, h.note) AS note
  FROM record_store_published.log_head AS h
  LEFT JOIN (record_store_published.log_served AS v JOIN record_store_published.log_state AS s USING (origin))
    ON v.at > clock_timestamp() - interval '10 seconds'`;
