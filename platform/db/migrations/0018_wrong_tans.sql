CREATE TABLE "tan_failures" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"failure_id" uuid NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tan_failures_chain_id_gym_id_failure_id_pk" PRIMARY KEY("chain_id","gym_id","failure_id")
);
--> statement-breakpoint
ALTER TABLE "tan_failures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tan_failures" ADD CONSTRAINT "tan_failures_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "tan_failures" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "tan_failures" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "tan_failures" FORCE ROW LEVEL SECURITY;
