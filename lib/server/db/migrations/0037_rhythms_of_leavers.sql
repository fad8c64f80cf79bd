-- An erasure calls this once for each deleted visit, when all are deleted. So it reads 130 days at most, and not all entries that the deletion
-- has left in the index. Last visits of longer than 120 days ago are in no report.
CREATE OR REPLACE FUNCTION correct_member_rhythm(location uuid, account text, event_at timestamp with time zone) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  counted_before timestamp with time zone;
  oldest timestamp with time zone;
  last timestamp with time zone;
BEGIN
  IF account IS NULL OR event_at >= now() - interval '3 days' THEN RETURN; END IF;
  SELECT before INTO counted_before FROM member_rhythms_known WHERE location_id = location;
  IF NOT FOUND OR event_at >= counted_before THEN RETURN; END IF;
  oldest := counted_before - interval '130 days';
  SELECT last_at INTO last FROM member_rhythms WHERE location_id = location AND account_id = account;
  IF event_at < coalesce(last - interval '184 days', oldest) THEN RETURN; END IF;
  last := greatest(
    (SELECT max(tapped_at) FROM visits WHERE location_id = location AND account_id = account
      AND tapped_at > oldest AND tapped_at < counted_before AND kind = 'checkIn' AND state <> 'undone'),
    (SELECT max(at) FROM elsewhere_events WHERE location_id = location AND account_id = account
      AND at > oldest AND at < counted_before AND kind = 'checkIn'));
  IF last IS NOT NULL THEN
    INSERT INTO member_rhythms (location_id, account_id, last_at) VALUES (location, account, last)
    ON CONFLICT (location_id, account_id) DO UPDATE SET last_at = last, visit_days = NULL, median_gap_days = NULL;
  ELSE
    DELETE FROM member_rhythms WHERE location_id = location AND account_id = account;
  END IF;
END
$$;
--> statement-breakpoint
-- Assessments are in no day.
CREATE OR REPLACE TRIGGER "changes_days" AFTER UPDATE ON "trainings" FOR EACH ROW
WHEN ('workouts' IN (OLD.data_set, NEW.data_set)
  AND (OLD.data_set, OLD.at, OLD.subject, OLD.detail) IS DISTINCT FROM (NEW.data_set, NEW.at, NEW.subject, NEW.detail))
EXECUTE FUNCTION forget_days_of_training();
