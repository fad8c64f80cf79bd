CREATE TABLE "sandbox_gyms" (
	"gym_id" uuid PRIMARY KEY NOT NULL,
	"is_limited" boolean NOT NULL,
	"tans" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_owner_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_state" ADD COLUMN "clock_offset_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_state" ADD COLUMN "clock_frozen_at" timestamp (3) with time zone;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "sandbox_gyms", "sandbox_owner_links" TO front_desk_operator;
