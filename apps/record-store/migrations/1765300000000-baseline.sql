-- phase: expand
-- What the log of records has beside it.

REVOKE INSERT ON record_store.events FROM CURRENT_USER;
