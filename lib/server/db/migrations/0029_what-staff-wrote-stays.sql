ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_location_id_account_id_members_location_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "member_messages" DROP CONSTRAINT "member_messages_of_member";
--> statement-breakpoint
ALTER TABLE "member_notes" DROP CONSTRAINT "member_notes_of_member";
--> statement-breakpoint
ALTER TABLE "photos" DROP CONSTRAINT "photos_location_id_account_id_members_location_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "pass_started_there" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "absent_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "absent_count" integer;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "absent_of" integer;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "absent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "absent_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "absent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unreadable_lists" ADD COLUMN "is_cut_short" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_messages" ADD CONSTRAINT "member_messages_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_absent" ON "members" USING btree ("location_id","absent_at") WHERE "members"."absent_at" is not null;--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe'));