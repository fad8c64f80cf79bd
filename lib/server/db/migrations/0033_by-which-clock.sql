ALTER TABLE "elsewhere_events" ADD COLUMN "clock" jsonb;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "clock" jsonb;