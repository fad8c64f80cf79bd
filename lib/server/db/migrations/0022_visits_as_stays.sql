CREATE TABLE "refusals" (
	"location_id" uuid NOT NULL,
	"tap_id" uuid NOT NULL,
	"account_id" text,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid,
	"how" text,
	"visit_tap_id" uuid,
	"admitted_by" uuid,
	CONSTRAINT "refusals_location_id_tap_id_pk" PRIMARY KEY("location_id","tap_id"),
	CONSTRAINT "refusals_reason" CHECK ("refusals"."reason" in ('corporateMembershipEnded', 'corporateMembershipNotStarted', 'gymNotInNetwork', 'noGuestProgramme', 'membershipMissing', 'cardUnknown', 'passUnknown', 'emailUnknown', 'membershipIdUnknown', 'numberUnknown')),
	CONSTRAINT "refusals_how" CHECK ("refusals"."how" in ('card', 'phone', 'typed', 'name'))
);
--> statement-breakpoint
CREATE TABLE "visit_days" (
	"location_id" uuid NOT NULL,
	"day" date NOT NULL,
	"arrivals" integer[] NOT NULL,
	"peaks" integer[] NOT NULL,
	"inside_s" integer[] NOT NULL,
	"open_ends" integer NOT NULL,
	CONSTRAINT "visit_days_location_id_day_pk" PRIMARY KEY("location_id","day")
);
--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "how" text;--> statement-breakpoint
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_admitted_by_staff_id_fk" FOREIGN KEY ("admitted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_days" ADD CONSTRAINT "visit_days_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refusals_location_id_at_index" ON "refusals" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "refusals_location_id_account_id_at_index" ON "refusals" USING btree ("location_id","account_id","at");--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_how" CHECK ("visits"."how" in ('card', 'phone', 'typed', 'name'));