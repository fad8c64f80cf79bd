CREATE TABLE "admissions" (
	"location_id" uuid NOT NULL,
	"admission_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"tap_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_first" boolean,
	CONSTRAINT "admissions_location_id_admission_id_pk" PRIMARY KEY("location_id","admission_id"),
	CONSTRAINT "admissions_occasion" CHECK ("admissions"."occasion" in ('counter', 'later'))
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "admissions_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admissions_location_id_at_index" ON "admissions" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "admissions_location_id_account_id_index" ON "admissions" USING btree ("location_id","account_id");