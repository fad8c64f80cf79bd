ALTER TABLE "locations" ADD COLUMN "passkeys_required_of" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
UPDATE "locations" SET "passkeys_required_of" = 'managers' WHERE "requires_passkeys";--> statement-breakpoint
ALTER TABLE "locations" DROP COLUMN "requires_passkeys";--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_passkeys_required_of" CHECK ("locations"."passkeys_required_of" in ('nobody', 'managers', 'everybody'));