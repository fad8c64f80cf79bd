CREATE TABLE "location_work" (
	"location_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claim" uuid,
	"claim_ends_at" timestamp (3) with time zone,
	CONSTRAINT "location_work_location_id_kind_pk" PRIMARY KEY("location_id","kind"),
	CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'mirrorTasks', 'resolveUnknownMembers', 'probe'))
);
--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "location_work_kind_due_at_index" ON "location_work" USING btree ("kind","due_at");