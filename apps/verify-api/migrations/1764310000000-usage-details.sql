-- phase: expand
-- Usage by credential and error code, which the totals in `usage` leave out; '' where there is none.

CREATE TABLE verify_api.usage_details (
  project_id text NOT NULL,
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  credential_id text NOT NULL,
  error_code text NOT NULL,
  requests bigint NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (project_id, hour, operation, outcome, credential_id, error_code)
);
