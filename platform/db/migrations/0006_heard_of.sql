ALTER TABLE "access_tokens" ADD COLUMN "last_received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "gyms" DROP COLUMN "last_received_at";--> statement-breakpoint
-- Every authenticated request of the gym interface notes that the gym was heard of.
GRANT UPDATE (last_received_at) ON access_tokens TO front_desk_platform;
