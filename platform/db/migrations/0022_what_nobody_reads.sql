ALTER TABLE "account_images" DROP COLUMN "uploaded_at";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "last_status";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "last_attempt_at";