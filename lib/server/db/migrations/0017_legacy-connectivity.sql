CREATE TABLE "legacy_connectivity" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"heard_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legacy_connectivity_state" CHECK ("legacy_connectivity"."state" in ('untried', 'heard', 'refused', 'unreachable'))
);
--> statement-breakpoint
ALTER TABLE "legacy_connectivity" ADD CONSTRAINT "legacy_connectivity_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- addresses had no path until now, and were used by nothing
UPDATE "locations" SET "v1_url" = "v1_url" || '/v1' WHERE "v1_url" IS NOT NULL;--> statement-breakpoint
INSERT INTO "legacy_connectivity" ("location_id", "state", "next_attempt_at")
	SELECT "id", 'untried', now() FROM "locations" WHERE "v1_url" IS NOT NULL;
