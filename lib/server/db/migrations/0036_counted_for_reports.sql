CREATE TABLE "member_rhythms" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"visit_days" integer,
	"median_gap_days" double precision,
	CONSTRAINT "member_rhythms_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "member_rhythms_known" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"before" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "training_days" (
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hours" integer[] NOT NULL,
	"uses" jsonb NOT NULL,
	CONSTRAINT "training_days_location_id_day_pk" PRIMARY KEY("location_id","day")
);
--> statement-breakpoint
ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "member_rhythms_known" ADD CONSTRAINT "member_rhythms_known_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_days" ADD CONSTRAINT "training_days_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe', 'matchOptedOut', 'pullTraining', 'followExportOrders', 'countForReports'));
--> statement-breakpoint
-- Such days may be counted at this moment, without this change, or another change may delete the same ones: that ends first
-- (lib/server/training/training-days.ts)
CREATE FUNCTION lock_training_days(location uuid) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('training days ' || location, 0))
$$;
--> statement-breakpoint
CREATE FUNCTION forget_days_of_trainings() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM lock_training_days(location_id)
  FROM (SELECT DISTINCT location_id FROM changed WHERE data_set = 'workouts' ORDER BY location_id) AS places;
  DELETE FROM training_days USING (
    SELECT DISTINCT location_id, (at AT TIME ZONE time_zone)::date AS day
    FROM changed JOIN locations ON id = location_id WHERE data_set = 'workouts'
  ) AS touched
  WHERE training_days.location_id = touched.location_id AND training_days.day = touched.day;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_days_of_training() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM lock_training_days(OLD.location_id);
  DELETE FROM training_days USING locations
  WHERE id = OLD.location_id AND location_id = OLD.location_id
    AND day IN ((OLD.at AT TIME ZONE time_zone)::date, (NEW.at AT TIME ZONE time_zone)::date);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "adds_to_days" AFTER INSERT ON "trainings" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION forget_days_of_trainings();
--> statement-breakpoint
CREATE TRIGGER "takes_from_days" AFTER DELETE ON "trainings" REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION forget_days_of_trainings();
--> statement-breakpoint
-- Most updates are of another reading that contains the same workouts, and do not call the function.
CREATE TRIGGER "changes_days" AFTER UPDATE ON "trainings" FOR EACH ROW
WHEN ((OLD.data_set, OLD.at, OLD.subject, OLD.detail) IS DISTINCT FROM (NEW.data_set, NEW.at, NEW.subject, NEW.detail))
EXECUTE FUNCTION forget_days_of_training();
--> statement-breakpoint
CREATE FUNCTION forget_training_days_of_location() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM lock_training_days(NEW.id);
  DELETE FROM training_days WHERE location_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "changes_training_days" AFTER UPDATE OF "time_zone" ON "locations" FOR EACH ROW
WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION forget_training_days_of_location();
--> statement-breakpoint
-- Called after `forget_visit_hours`, which has taken the lock for such an event (lib/server/stays/stored-rhythms.ts). A rhythm is that of the
-- half year until the last visit; last visits of longer than 120 days ago are in no report.
CREATE FUNCTION correct_member_rhythm(location uuid, account text, event_at timestamp with time zone) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  counted_before timestamp with time zone;
  last timestamp with time zone;
BEGIN
  IF account IS NULL OR event_at >= now() - interval '3 days' THEN RETURN; END IF;
  SELECT before INTO counted_before FROM member_rhythms_known WHERE location_id = location;
  IF NOT FOUND OR event_at >= counted_before THEN RETURN; END IF;
  SELECT last_at INTO last FROM member_rhythms WHERE location_id = location AND account_id = account;
  IF last - interval '184 days' > event_at THEN RETURN; END IF;
  last := greatest(
    (SELECT max(tapped_at) FROM visits WHERE location_id = location AND account_id = account AND tapped_at < counted_before
      AND kind = 'checkIn' AND state <> 'undone'),
    (SELECT max(at) FROM elsewhere_events WHERE location_id = location AND account_id = account AND at < counted_before
      AND kind = 'checkIn'));
  IF last > counted_before - interval '130 days' THEN
    INSERT INTO member_rhythms (location_id, account_id, last_at) VALUES (location, account, last)
    ON CONFLICT (location_id, account_id) DO UPDATE SET last_at = last, visit_days = NULL, median_gap_days = NULL;
  ELSE
    DELETE FROM member_rhythms WHERE location_id = location AND account_id = account;
  END IF;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_hours_of_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM forget_visit_hours(OLD.location_id, OLD.tapped_at);
    PERFORM correct_member_rhythm(OLD.location_id, OLD.account_id, OLD.tapped_at);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.tapped_at <> OLD.tapped_at) THEN
    PERFORM forget_visit_hours(NEW.location_id, NEW.tapped_at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM correct_member_rhythm(NEW.location_id, NEW.account_id, NEW.tapped_at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_hours_of_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM forget_visit_hours(OLD.location_id, OLD.at);
    PERFORM correct_member_rhythm(OLD.location_id, OLD.account_id, OLD.at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM forget_visit_hours(NEW.location_id, NEW.at);
    PERFORM correct_member_rhythm(NEW.location_id, NEW.account_id, NEW.at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_hours_of_location() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('visit hours ' || NEW.id, 0));
  DELETE FROM visit_hours WHERE location_id = NEW.id;
  DELETE FROM member_rhythms WHERE location_id = NEW.id;
  DELETE FROM member_rhythms_known WHERE location_id = NEW.id;
  RETURN NULL;
END
$$;
