-- phase: expand
-- The app makes, detaches and drops days by these functions of the owner, and has no right to change the table.
-- They run with the rights of their owner, so their search path holds no schema that their caller could have filled.

-- Reads pg_class, since `to_regclass` may answer from a cache that is older than the lock.
CREATE FUNCTION {schema}.make_{table}_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  _name text := '{table}_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock({lock});
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = '{schema}'::regnamespace AND relname = _name) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE {schema}.%I (LIKE {schema}.{table} INCLUDING ALL)', _name);
  EXECUTE format('ALTER TABLE {schema}.{table} ATTACH PARTITION {schema}.%I FOR VALUES FROM (%L) TO (%L)',
    _name, _day, _day + 1);
END $$;
REVOKE EXECUTE ON FUNCTION {schema}.make_{table}_day(_day date) FROM PUBLIC;

-- Without CONCURRENTLY, which functions do not allow: it waits for a tenth of a second, and its caller retries.
CREATE FUNCTION {schema}.detach_{table}_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  _name text := '{table}_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF _day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - 1 THEN
    RAISE EXCEPTION 'the day % may not go yet', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('ALTER TABLE {schema}.{table} DETACH PARTITION {schema}.%I %s', _name, (
    SELECT CASE WHEN inhdetachpending THEN 'FINALIZE' ELSE '' END FROM pg_inherits
    WHERE inhrelid = format('{schema}.%I', _name)::regclass));
END $$;
REVOKE EXECUTE ON FUNCTION {schema}.detach_{table}_day(_day date) FROM PUBLIC;

CREATE FUNCTION {schema}.drop_{table}_day(_day date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  _name text := '{table}_' || to_char(_day, 'YYYYMMDD');
BEGIN
  -- Of other days the name would be another's: those before Christ have the same digits.
  IF _day IS NULL OR _day NOT BETWEEN '2000-01-01' AND '9999-12-30' THEN
    RAISE EXCEPTION 'no day: %', _day USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('{schema}.%I', _name)::regclass) THEN
    RAISE EXCEPTION 'the day % is attached', _day USING ERRCODE = 'object_in_use';
  END IF;
  EXECUTE format('DROP TABLE {schema}.%I', _name);
END $$;
REVOKE EXECUTE ON FUNCTION {schema}.drop_{table}_day(_day date) FROM PUBLIC;
