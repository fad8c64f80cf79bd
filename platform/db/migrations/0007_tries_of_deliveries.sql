CREATE TABLE "webhook_delivery_attempts" (
	"chain_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	CONSTRAINT "webhook_delivery_attempts_chain_id_delivery_id_number_pk" PRIMARY KEY("chain_id","delivery_id","number"),
	CONSTRAINT "webhook_delivery_attempts_answer" CHECK ((status IS NULL) <> (failure IS NULL))
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_webhook_by_time";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "attempts_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ADD CONSTRAINT "webhook_delivery_attempts_of_delivery" FOREIGN KEY ("chain_id","delivery_id") REFERENCES "public"."webhook_deliveries"("chain_id","delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_notifications_of_gym_by_time" ON "push_notifications" USING btree ("chain_id","gym_id","created_at" DESC NULLS FIRST,"notification_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook_by_time" ON "webhook_deliveries" USING btree ("chain_id","webhook_id","created_at" DESC NULLS FIRST,"delivery_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhook_delivery_attempts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhook_delivery_attempts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Only workers write tries down.
REVOKE INSERT, UPDATE, DELETE ON "webhook_delivery_attempts" FROM front_desk_platform;--> statement-breakpoint
-- A delivery that is to be sent again announces itself as a new one does.
CREATE TRIGGER announce_again AFTER UPDATE OF state ON webhook_deliveries
FOR EACH ROW WHEN (NEW.state = 'PENDING' AND OLD.state <> 'PENDING') EXECUTE FUNCTION announce_outbox();
