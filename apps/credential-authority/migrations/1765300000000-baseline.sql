-- phase: expand
-- What the log of projects, authorities, credentials, operators and keys has beside it.

REVOKE INSERT ON credential_authority.events FROM CURRENT_USER;
