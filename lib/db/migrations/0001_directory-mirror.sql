-- Names are searched by trigrams. The extension comes with PostgreSQL; who owns a database may create it there.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE EXCEPTION 'The desk needs the extension pg_trgm in its database, and could not create it: %', SQLERRM
    USING HINT = 'Let an administrator of the database run "CREATE EXTENSION pg_trgm", then start the desk again.';
END $$;
--> statement-breakpoint
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
ALTER TABLE "directory_syncs" ADD CONSTRAINT "directory_syncs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_search_name" ON "members" USING gin ("search_name" gin_trgm_ops);