ALTER TABLE "sandbox_gyms" ADD COLUMN "clock_offset_ms" bigint;--> statement-breakpoint
ALTER TABLE "sandbox_gyms" ADD COLUMN "clock_frozen_at" timestamp (3) with time zone;