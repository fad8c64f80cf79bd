DROP INDEX "chain_profiles_email";--> statement-breakpoint
DROP INDEX "chain_profiles_email_of_any_chain";--> statement-breakpoint
DROP INDEX "memberships_by_change";--> statement-breakpoint
DROP INDEX "memberships_of_gym_by_change";--> statement-breakpoint
DROP INDEX "tasks_by_change";--> statement-breakpoint
DROP INDEX "visits_by_time";--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_webhook_by_time";--> statement-breakpoint
ALTER TABLE "chain_profiles" ADD COLUMN "email_key" text GENERATED ALWAYS AS (lower(email)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_profiles_email" ON "chain_profiles" USING btree ("chain_id","email_key");--> statement-breakpoint
CREATE INDEX "chain_profiles_email_of_any_chain" ON "chain_profiles" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "memberships_by_change" ON "memberships" USING btree ("chain_id","updated_at" DESC NULLS FIRST,"account_id" DESC NULLS FIRST) WHERE is_known_to_v2;--> statement-breakpoint
CREATE INDEX "memberships_of_gym_by_change" ON "memberships" USING btree ("chain_id","gym_id","updated_at" DESC NULLS FIRST,"account_id" DESC NULLS FIRST) WHERE is_known_to_v2;--> statement-breakpoint
CREATE INDEX "tasks_by_change" ON "tasks" USING btree ("chain_id","gym_id","modified_at" DESC NULLS FIRST,"task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "visits_by_time" ON "visits" USING btree ("chain_id","gym_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook_by_time" ON "webhook_deliveries" USING btree ("chain_id","webhook_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
SET ROLE front_desk_operator;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION profiles_of_other_chains(wanted_email text)
RETURNS TABLE (account_id uuid, first_name text, last_name text, date_of_birth date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT p.account_id, p.first_name, p.last_name, p.date_of_birth
  FROM chain_profiles p
  WHERE p.email_key = lower(wanted_email)
    AND p.chain_id <> nullif(current_setting('app.chain_id', true), '')::uuid
  ORDER BY p.created_at
$$;
--> statement-breakpoint
RESET ROLE;
