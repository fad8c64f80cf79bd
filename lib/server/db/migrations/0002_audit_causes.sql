ALTER TABLE "audit_log" ADD COLUMN "cause" text;--> statement-breakpoint
CREATE INDEX "audit_log_location_id_account_id_at_index" ON "audit_log" USING btree ("location_id","account_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_location_id_action_at_index" ON "audit_log" USING btree ("location_id","action","at");