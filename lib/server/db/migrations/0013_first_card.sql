ALTER TABLE "waived_steps" DROP CONSTRAINT "waived_steps_step";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "card_scanned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waived_steps" ADD CONSTRAINT "waived_steps_step" CHECK ("waived_steps"."step" in ('colleagues', 'reader', 'closingTimes', 'badges', 'secondManager'));