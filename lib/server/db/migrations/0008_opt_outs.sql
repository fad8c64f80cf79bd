CREATE TABLE "opt_out_checks" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"requested_by" uuid,
	"failure" text,
	"failing_since" timestamp (3) with time zone,
	"asked_count" integer,
	"asked_since" timestamp (3) with time zone,
	"confirmed_count" integer,
	CONSTRAINT "opt_out_checks_failure" CHECK ("opt_out_checks"."failure" in ('unreachable', 'refused', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "opt_out_runs" (
	"location_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid,
	"listed" integer NOT NULL,
	"members" integer NOT NULL,
	"records" integer NOT NULL,
	"waiting" integer NOT NULL,
	CONSTRAINT "opt_out_runs_location_id_id_pk" PRIMARY KEY("location_id","id")
);
--> statement-breakpoint
CREATE TABLE "opted_out_members" (
	"location_id" uuid NOT NULL,
	"pseudonym" text NOT NULL,
	"unlisted_since" timestamp (3) with time zone,
	CONSTRAINT "opted_out_members_location_id_pseudonym_pk" PRIMARY KEY("location_id","pseudonym")
);
--> statement-breakpoint
ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "opt_out_checks" ADD CONSTRAINT "opt_out_checks_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_checks" ADD CONSTRAINT "opt_out_checks_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_runs" ADD CONSTRAINT "opt_out_runs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_runs" ADD CONSTRAINT "opt_out_runs_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opted_out_members" ADD CONSTRAINT "opted_out_members_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opt_out_runs_location_id_at_index" ON "opt_out_runs" USING btree ("location_id","at");--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe', 'matchOptedOut'));