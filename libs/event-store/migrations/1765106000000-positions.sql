-- phase: expand
-- How far each follower of a log has read; stored with the effects of the events before it.
CREATE TABLE {schema}.positions (
  consumer text PRIMARY KEY,
  epoch integer NOT NULL DEFAULT 1,
  tx xid8 NOT NULL DEFAULT '0',
  pos bigint NOT NULL DEFAULT 0
);
