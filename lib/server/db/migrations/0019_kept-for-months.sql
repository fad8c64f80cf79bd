DROP INDEX "webhook_inbox_received_at_index";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "keep_visits_months" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "keep_audit_log_months" integer;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "keep_webhooks_months" integer;--> statement-breakpoint
CREATE INDEX "webhook_inbox_location_id_received_at_index" ON "webhook_inbox" USING btree ("location_id","received_at");