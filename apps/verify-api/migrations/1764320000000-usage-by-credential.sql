-- phase: expand
-- What one credential did is read by itself: a project may have thousands of them.

CREATE INDEX ON verify_api.usage_details (project_id, credential_id, hour);
