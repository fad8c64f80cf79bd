ALTER TABLE "training_pulls" ADD COLUMN "pages_so_far" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_pulls" ADD COLUMN "doubted_at" timestamp (3) with time zone;