CREATE TABLE "key_buckets" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "is_unasked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "key_buckets" ADD CONSTRAINT "key_buckets_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_buckets" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "key_buckets" SET (fillfactor = 50);
