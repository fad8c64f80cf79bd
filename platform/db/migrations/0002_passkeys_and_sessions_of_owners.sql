CREATE TABLE "owner_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"owner_id" uuid NOT NULL,
	"rp_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_used_challenges" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD COLUMN "active_at" timestamp (3) with time zone;--> statement-breakpoint
-- Sessions last twelve hours. That their owner was idle is not known: they end an hour from now, if nothing is done in them.
UPDATE "owner_sessions" SET "session_id" = gen_random_uuid(), "started_at" = "expires_at" - interval '12 hours', "active_at" = now();--> statement-breakpoint
ALTER TABLE "owner_sessions" ALTER COLUMN "session_id" SET NOT NULL, ALTER COLUMN "started_at" SET NOT NULL, ALTER COLUMN "active_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD COLUMN "authenticated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "owner_passkeys" ADD CONSTRAINT "owner_passkeys_owner_id_owners_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_passkeys_of_owner" ON "owner_passkeys" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "owner_used_challenges_by_end" ON "owner_used_challenges" USING btree ("expires_at");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "owner_passkeys", "owner_used_challenges" TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
-- Which passkey is whose, and its key, never change.
REVOKE UPDATE ON "owner_passkeys", "owner_used_challenges" FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (name, counter, last_used_at) ON "owner_passkeys" TO front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (active_at, authenticated_at) ON "owner_sessions" TO front_desk_platform;
