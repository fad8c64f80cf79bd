-- An event changes the hours from a longest stay before it, the arrival of a departure, until a longest stay after it. Days are stored once
-- they ended five days ago, so an event of the last three days changes none, and a check-in at the counter neither waits nor deletes.
CREATE OR REPLACE FUNCTION forget_visit_hours(location uuid, event_at timestamp with time zone) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF event_at < now() - interval '3 days' THEN
    -- such days may be counted at this moment, without this event, or another change may delete the same hours: that ends first
    -- (lib/server/stays/stored-hours.ts)
    PERFORM pg_advisory_xact_lock(hashtextextended('visit hours ' || location, 0));
    DELETE FROM visit_hours USING locations
    WHERE locations.id = location AND location_id = location
      AND day BETWEEN ((event_at - longest_stay_h * interval '1 hour') AT TIME ZONE time_zone)::date
      AND ((event_at + longest_stay_h * interval '1 hour') AT TIME ZONE time_zone)::date;
  END IF;
END
$$;
