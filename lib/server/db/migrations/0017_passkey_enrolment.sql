ALTER TABLE "staff" ADD COLUMN "passkey_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "is_one_factor" boolean DEFAULT false NOT NULL;