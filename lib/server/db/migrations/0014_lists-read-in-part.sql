CREATE TABLE "unreadable_lists" (
	"location_id" uuid NOT NULL,
	"list" text NOT NULL,
	"count" integer NOT NULL,
	"is_endless" boolean NOT NULL,
	CONSTRAINT "unreadable_lists_location_id_list_pk" PRIMARY KEY("location_id","list"),
	CONSTRAINT "unreadable_lists_list" CHECK ("unreadable_lists"."list" in ('members', 'tasks'))
);
--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "pass_unreadable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "is_all_read_whole" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "task_syncs" ADD COLUMN "is_all_read_whole" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "unreadable_lists" ADD CONSTRAINT "unreadable_lists_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;