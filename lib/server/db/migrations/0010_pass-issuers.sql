CREATE TABLE "pass_issuers" (
	"location_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pass_issuers_location_id_issuer_pk" PRIMARY KEY("location_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "pass_issuers" ADD CONSTRAINT "pass_issuers_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;