CREATE TABLE "forgotten_members" (
	"location_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "forgotten_members_location_id_digest_pk" PRIMARY KEY("location_id","digest")
);
--> statement-breakpoint
ALTER TABLE "forgotten_members" ADD CONSTRAINT "forgotten_members_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forgotten_members_forgotten_at_index" ON "forgotten_members" USING btree ("forgotten_at");