CREATE TABLE "directory_syncs" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"pass_since" timestamp (3) with time zone,
	"pass_started_at" timestamp (3) with time zone,
	"pass_offset" integer DEFAULT 0 NOT NULL,
	"known_until" timestamp (3) with time zone,
	"all_read_at" timestamp (3) with time zone,
	"member_count" integer,
	"finished_at" timestamp (3) with time zone,
	"turn" uuid,
	"turn_ends_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD CONSTRAINT "directory_syncs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;