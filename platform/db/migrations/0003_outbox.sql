ALTER TABLE "webhooks" ADD COLUMN "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "push_notifications_undelivered" ON "push_notifications" USING btree ("created_at") WHERE delivered_at IS NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("created_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_settled" ON "webhook_deliveries" USING btree ("created_at") WHERE state IN ('DELIVERED', 'FAILED');