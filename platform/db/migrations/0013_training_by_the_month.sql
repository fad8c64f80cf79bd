ALTER TABLE "body_measurements" DROP CONSTRAINT "body_measurements_of_member";
--> statement-breakpoint
ALTER TABLE "body_measurements" DROP CONSTRAINT "body_measurements_of_gym";
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" DROP CONSTRAINT "flexibility_measurements_of_member";
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" DROP CONSTRAINT "flexibility_measurements_of_gym";
--> statement-breakpoint
ALTER TABLE "strength_assessments" DROP CONSTRAINT "strength_assessments_of_member";
--> statement-breakpoint
ALTER TABLE "strength_assessments" DROP CONSTRAINT "strength_assessments_of_gym";
--> statement-breakpoint
ALTER TABLE "strength_workouts" DROP CONSTRAINT "strength_workouts_of_member";
--> statement-breakpoint
ALTER TABLE "strength_workouts" DROP CONSTRAINT "strength_workouts_of_gym";
--> statement-breakpoint
-- Instead of foreign keys, whose check of every single row costs COPY two thirds of its speed: one check a statement of
-- the people and the gyms in it. A person who is found stays until the transaction ends; one who is being erased is
-- waited for, and then missing. No program deletes a gym, so nothing waits for that.
CREATE FUNCTION require_owners_of_training() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM FROM (SELECT DISTINCT chain_id, account_id FROM written) w
    WHERE NOT EXISTS (
      SELECT FROM chain_profiles p WHERE p.chain_id = w.chain_id AND p.account_id = w.account_id FOR KEY SHARE);
  IF FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('a row of %s is of nobody whom its chain knows', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_of_member';
  END IF;
  PERFORM FROM (SELECT DISTINCT chain_id, gym_id FROM written) w
    WHERE NOT EXISTS (SELECT FROM gyms g WHERE g.chain_id = w.chain_id AND g.gym_id = w.gym_id);
  IF FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('a row of %s is of no gym of its chain', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_of_gym';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "written_for_somebody" AFTER INSERT ON "strength_workouts" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "corrected_for_somebody" AFTER UPDATE ON "strength_workouts" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "written_for_somebody" AFTER INSERT ON "strength_assessments" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "corrected_for_somebody" AFTER UPDATE ON "strength_assessments" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "written_for_somebody" AFTER INSERT ON "flexibility_measurements" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "corrected_for_somebody" AFTER UPDATE ON "flexibility_measurements" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "written_for_somebody" AFTER INSERT ON "body_measurements" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
CREATE TRIGGER "corrected_for_somebody" AFTER UPDATE ON "body_measurements" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training();
--> statement-breakpoint
-- What was written before is seen here: the statement that deletes waits for whoever wrote, and this looks after it.
CREATE FUNCTION erase_training_of_member() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM strength_workouts WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM strength_assessments WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM flexibility_measurements WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM body_measurements WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "training_goes_too" AFTER DELETE ON "chain_profiles" FOR EACH ROW EXECUTE FUNCTION erase_training_of_member();
--> statement-breakpoint
CREATE FUNCTION erase_training_of_gym() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM strength_workouts WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM strength_assessments WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM flexibility_measurements WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM body_measurements WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "training_goes_too" AFTER DELETE ON "gyms" FOR EACH ROW EXECUTE FUNCTION erase_training_of_gym();
--> statement-breakpoint
-- Makes the partitions of all months from the first to the last day that are not there yet. A partition is reached
-- through its table alone, where row security is: nobody may name it. It is made beside the table and then attached,
-- which keeps nobody from reading or writing the table meanwhile (CREATE TABLE … PARTITION OF would).
CREATE OR REPLACE FUNCTION ensure_training_partitions(first_day date, last_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
  month date := date_trunc('month', first_day)::date;
  parent text;
  partition text;
BEGIN
  WHILE month <= last_day LOOP
    FOREACH parent IN ARRAY ARRAY['strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements'] LOOP
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      PERFORM pg_advisory_xact_lock(40104);
      -- asked of the catalog itself: by name it would be remembered as missing
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = partition AND relnamespace = 'public'::regnamespace);
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', partition);
      EXECUTE format('REVOKE ALL ON %I FROM front_desk_platform, front_desk_operator', partition);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, month::timestamptz, (month + interval '1 month')::timestamptz);
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Drops the oldest partition, if its month ended by the day, and answers its name. Taking a partition off waits for
-- whoever reads the table and makes others wait: it gives up after two seconds, to be tried again.
CREATE FUNCTION drop_oldest_training_partition(until_day date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s'
AS $$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest FROM pg_inherits i
    JOIN pg_class p ON p.oid = i.inhparent AND p.relnamespace = 'public'::regnamespace
      AND p.relname IN ('strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements')
    JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'r'
    WHERE to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= until_day
    ORDER BY right(c.relname, 7), c.relname LIMIT 1;
  IF oldest IS NOT NULL THEN
    EXECUTE format('DROP TABLE %I', oldest);
  END IF;
  RETURN oldest;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_oldest_training_partition(date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION drop_oldest_training_partition(date) TO front_desk_operator;
