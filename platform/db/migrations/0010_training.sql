CREATE TABLE "export_jobs" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"export_type" text NOT NULL,
	"file_type" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"row_count" bigint,
	"byte_count" bigint,
	"sha256" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "export_jobs_chain_id_gym_id_job_id_pk" PRIMARY KEY("chain_id","gym_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "weekly_metrics" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"metric_type" text NOT NULL,
	"metric_key" text NOT NULL,
	"metric_sub_type" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "weekly_metrics_chain_id_gym_id_period_start_metric_type_metric_key_metric_sub_type_pk" PRIMARY KEY("chain_id","gym_id","period_start","metric_type","metric_key","metric_sub_type")
);
--> statement-breakpoint
ALTER TABLE "weekly_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "export_jobs" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "weekly_metrics" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_metrics" ADD CONSTRAINT "weekly_metrics_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_jobs_by_status" ON "export_jobs" USING btree ("status","created_at");--> statement-breakpoint
-- Nothing was ever written to these tables: they are made anew, in partitions.
DROP TABLE "strength_workouts", "strength_assessments", "flexibility_measurements", "body_measurements";
--> statement-breakpoint
CREATE TABLE "strength_workouts" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_guest" boolean,
	"machine_type" text,
	"training_method" text,
	"operation_mode" text,
	"training_visualization" text,
	CONSTRAINT "strength_workouts_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id"),
	CONSTRAINT "strength_workouts_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "chain_profiles"("chain_id","account_id") ON DELETE cascade,
	CONSTRAINT "strength_workouts_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "gyms"("chain_id","gym_id") ON DELETE cascade
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "strength_workouts_of_account" ON "strength_workouts" USING btree ("chain_id","account_id","gym_id","occurred_at");
--> statement-breakpoint
ALTER TABLE "strength_workouts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "strength_workouts" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TABLE "strength_assessments" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"body_region" text,
	"type_id" text,
	"activity_name" text,
	"is_measurement_completed" boolean,
	"strength_kg" double precision,
	CONSTRAINT "strength_assessments_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id"),
	CONSTRAINT "strength_assessments_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "chain_profiles"("chain_id","account_id") ON DELETE cascade,
	CONSTRAINT "strength_assessments_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "gyms"("chain_id","gym_id") ON DELETE cascade
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "strength_assessments_of_account" ON "strength_assessments" USING btree ("chain_id","account_id","gym_id","occurred_at");
--> statement-breakpoint
ALTER TABLE "strength_assessments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "strength_assessments" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TABLE "flexibility_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_type" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "flexibility_measurements_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id"),
	CONSTRAINT "flexibility_measurements_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "chain_profiles"("chain_id","account_id") ON DELETE cascade,
	CONSTRAINT "flexibility_measurements_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "gyms"("chain_id","gym_id") ON DELETE cascade
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "flexibility_measurements_of_account" ON "flexibility_measurements" USING btree ("chain_id","account_id","gym_id","occurred_at");
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TABLE "body_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_source" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "body_measurements_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id"),
	CONSTRAINT "body_measurements_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "chain_profiles"("chain_id","account_id") ON DELETE cascade,
	CONSTRAINT "body_measurements_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "gyms"("chain_id","gym_id") ON DELETE cascade
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "body_measurements_of_account" ON "body_measurements" USING btree ("chain_id","account_id","gym_id","occurred_at");
--> statement-breakpoint
ALTER TABLE "body_measurements" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "body_measurements" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Makes the partitions of all months from the first to the last day that are not there yet. A partition is reached
-- through its table alone, where row security is: nobody may name it.
CREATE FUNCTION ensure_training_partitions(first_day date, last_day date) RETURNS void
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
      PERFORM pg_advisory_xact_lock(40103);
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        partition, parent, month::timestamptz, (month + interval '1 month')::timestamptz);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', partition);
      EXECUTE format('REVOKE ALL ON %I FROM front_desk_platform, front_desk_operator', partition);
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION ensure_training_partitions(date, date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ensure_training_partitions(date, date) TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
-- Whoever trained or was measured, whatever it was.
CREATE VIEW training_of_members WITH (security_invoker = true) AS
SELECT chain_id, gym_id, account_id, occurred_at FROM strength_workouts
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM strength_assessments
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM flexibility_measurements
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM body_measurements;
--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "export_jobs" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "export_jobs" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "weekly_metrics" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "weekly_metrics" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
