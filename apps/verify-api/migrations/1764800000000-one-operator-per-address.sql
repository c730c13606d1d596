-- phase: expand
-- An address belongs to one operator: two who redeem invitations at once cannot both have it. Where two have one already,
-- it stays with the later, which was given only while the earlier did not count.

UPDATE verify_api.operator_profiles AS earlier SET address = NULL
WHERE EXISTS (
  SELECT FROM verify_api.operator_profiles AS later
  WHERE lower(later.address) = lower(earlier.address)
    AND (later.updated_at, later.operator_id) > (earlier.updated_at, earlier.operator_id)
);

DROP INDEX verify_api.operator_profiles_by_address;

CREATE UNIQUE INDEX operator_profiles_by_address ON verify_api.operator_profiles (lower(address));
