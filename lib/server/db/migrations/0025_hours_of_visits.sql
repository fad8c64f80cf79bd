DROP TABLE "visit_days" CASCADE;
--> statement-breakpoint
CREATE TABLE "visit_hours" (
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hour" integer NOT NULL,
	"length_ms" integer NOT NULL,
	"arrivals" integer NOT NULL,
	"open_ends" integer NOT NULL,
	"inside_ms" bigint NOT NULL,
	"peak" integer NOT NULL,
	CONSTRAINT "visit_hours_location_id_day_hour_pk" PRIMARY KEY("location_id","day","hour")
);
--> statement-breakpoint
ALTER TABLE "visit_hours" ADD CONSTRAINT "visit_hours_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- An event changes the hours until a longest stay later, of at most 24 hours, and the departure of an arrival as much earlier: with any
-- offset of a time zone, that is two days before and after its day in UTC.
CREATE FUNCTION forget_visit_hours(location uuid, event_at timestamp with time zone) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  event_day date := (event_at AT TIME ZONE 'UTC')::date;
BEGIN
  -- such days may be counted at this moment, without this event, or another change may delete the same hours: that ends first
  -- (lib/server/stays/stored-hours.ts)
  IF event_at < now() - interval '3 days' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('visit hours ' || location, 0));
  END IF;
  DELETE FROM visit_hours WHERE location_id = location AND day BETWEEN event_day - 2 AND event_day + 2;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_hours_of_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM forget_visit_hours(OLD.location_id, OLD.tapped_at);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.tapped_at <> OLD.tapped_at) THEN
    PERFORM forget_visit_hours(NEW.location_id, NEW.tapped_at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_hours_of_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM forget_visit_hours(OLD.location_id, OLD.at);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM forget_visit_hours(NEW.location_id, NEW.at);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forget_hours_of_location() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('visit hours ' || NEW.id, 0));
  DELETE FROM visit_hours WHERE location_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "changes_hours" AFTER INSERT OR DELETE ON "visits" FOR EACH ROW EXECUTE FUNCTION forget_hours_of_visit();
--> statement-breakpoint
-- Most updates are of attempts to send a visit, and do not call the function.
CREATE TRIGGER "moves_hours" AFTER UPDATE ON "visits" FOR EACH ROW
WHEN ((OLD.account_id, OLD.scanned_kind, OLD.scanned_value, OLD.kind, OLD.tapped_at, OLD.state = 'undone')
  IS DISTINCT FROM (NEW.account_id, NEW.scanned_kind, NEW.scanned_value, NEW.kind, NEW.tapped_at, NEW.state = 'undone'))
EXECUTE FUNCTION forget_hours_of_visit();
--> statement-breakpoint
CREATE TRIGGER "changes_hours" AFTER INSERT OR UPDATE OR DELETE ON "elsewhere_events" FOR EACH ROW
EXECUTE FUNCTION forget_hours_of_event();
--> statement-breakpoint
CREATE TRIGGER "changes_hours" AFTER UPDATE OF "time_zone", "longest_stay_h" ON "locations" FOR EACH ROW
WHEN ((OLD.time_zone, OLD.longest_stay_h) IS DISTINCT FROM (NEW.time_zone, NEW.longest_stay_h))
EXECUTE FUNCTION forget_hours_of_location();
