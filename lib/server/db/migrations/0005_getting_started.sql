CREATE TABLE "waived_steps" (
	"location_id" uuid NOT NULL,
	"step" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"waived_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waived_steps_location_id_step_pk" PRIMARY KEY("location_id","step"),
	CONSTRAINT "waived_steps_step" CHECK ("waived_steps"."step" in ('closingTimes', 'badges', 'secondManager'))
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "connected_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "set_up_done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_registrations" ADD COLUMN "heard_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waived_steps" ADD CONSTRAINT "waived_steps_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waived_steps" ADD CONSTRAINT "waived_steps_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "locations" SET "connected_since" = coalesce((SELECT max("at") FROM "audit_log" WHERE "audit_log"."location_id" = "locations"."id" AND "action" = 'setLocation' AND "reason" ~ '\m(apiUrl|apiKey)\M'), "created_at");--> statement-breakpoint
-- a gym that has recorded visits is not a new one
UPDATE "locations" SET "set_up_done_at" = now() WHERE EXISTS (SELECT 1 FROM "visits" WHERE "visits"."location_id" = "locations"."id");
