CREATE TABLE "analytics_changes" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"change_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "analytics_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "analytics_changes_chain_id_gym_id_change_id_pk" PRIMARY KEY("chain_id","gym_id","change_id")
);
--> statement-breakpoint
ALTER TABLE "analytics_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_computations" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"computed_at" timestamp (3) with time zone,
	"time_zone" text,
	"rules" integer,
	CONSTRAINT "analytics_computations_chain_id_gym_id_pk" PRIMARY KEY("chain_id","gym_id")
);
--> statement-breakpoint
ALTER TABLE "analytics_computations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "analytics_changes" ADD CONSTRAINT "analytics_changes_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_computations" ADD CONSTRAINT "analytics_computations_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "analytics_changes" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "analytics_changes" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "analytics_computations" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "analytics_computations" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "analytics_changes" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "analytics_computations" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The nightly job looks thirty days back by itself. Visits that come in later than that are noted here; training never does.
CREATE FUNCTION note_late_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO analytics_changes (chain_id, gym_id, occurred_at) VALUES (NEW.chain_id, NEW.gym_id, NEW.occurred_at);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "late_visits_change_analytics" AFTER INSERT ON "visits" FOR EACH ROW
WHEN (NEW.occurred_at < greatest(NEW.recorded_at, now()) - interval '30 days')
EXECUTE FUNCTION note_late_visit();
--> statement-breakpoint
-- Whoever is erased, opts out or in again changes every week they came or trained in, wherever that was.
CREATE FUNCTION note_change_of_member() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO analytics_changes (chain_id, gym_id, occurred_at)
  SELECT OLD.chain_id, seen.gym_id, min(seen.at)
  FROM (
    SELECT gym_id, occurred_at AS at FROM visits WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
    UNION ALL
    SELECT gym_id, admitted_at FROM admissions WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
    UNION ALL
    SELECT gym_id, occurred_at FROM training_of_members WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
  ) seen
  GROUP BY seen.gym_id;
  RETURN coalesce(NEW, OLD);
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sharing_changes_analytics" BEFORE UPDATE OF "shares_data" ON "chain_profiles" FOR EACH ROW
WHEN (OLD.shares_data IS DISTINCT FROM NEW.shares_data)
EXECUTE FUNCTION note_change_of_member();
--> statement-breakpoint
CREATE TRIGGER "erasing_changes_analytics" BEFORE DELETE ON "chain_profiles" FOR EACH ROW
EXECUTE FUNCTION note_change_of_member();
