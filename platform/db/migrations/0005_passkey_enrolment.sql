ALTER TABLE "owner_sessions" ADD COLUMN "is_one_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "passkey_due_at" timestamp (3) with time zone;--> statement-breakpoint
-- A sign-in begins the period, and a passkey ends it.
GRANT UPDATE (passkey_due_at) ON "owners" TO front_desk_platform;
