ALTER TABLE "platform_status" ADD COLUMN "clock_ahead_s" integer;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "is_time_in_doubt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "platform_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "visits_in_doubt" ON "visits" USING btree ("location_id","recorded_at") WHERE is_time_in_doubt;