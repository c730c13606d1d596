-- phase: contract
-- The gateway’s role makes the read models anew, as their owner; days are made by functions of the owner.

DROP SCHEMA IF EXISTS verify_api_records, verify_api_records_next, verify_api_records_old CASCADE;

DROP SCHEMA IF EXISTS verify_api_directory, verify_api_directory_next, verify_api_directory_old CASCADE;

DROP SCHEMA IF EXISTS verify_api_subscriptions, verify_api_subscriptions_next, verify_api_subscriptions_old CASCADE;

CREATE OR REPLACE FUNCTION verify_api.make_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(1751741300);
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'verify_api'::regnamespace AND relname = _name) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE verify_api.%I (LIKE verify_api.interactions INCLUDING ALL)', _name);
  EXECUTE format('ALTER TABLE verify_api.interactions ATTACH PARTITION verify_api.%I FOR VALUES FROM (%L) TO (%L)',
    _name, _day, _day + 1);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.make_interactions_day(_day date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION verify_api.detach_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
    RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('ALTER TABLE verify_api.interactions DETACH PARTITION verify_api.%I %s', _name, (
    SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
    WHERE inhrelid = format('verify_api.%I', _name)::regclass));
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.detach_interactions_day(_day date) FROM PUBLIC;

CREATE OR REPLACE FUNCTION verify_api.drop_interactions_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp  AS $$
DECLARE
  _name text := 'interactions_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('verify_api.%I', _name)::regclass) THEN
    RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
  END IF;
  EXECUTE format('DROP TABLE verify_api.%I', _name);
END $$;
REVOKE EXECUTE ON FUNCTION verify_api.drop_interactions_day(_day date) FROM PUBLIC;
