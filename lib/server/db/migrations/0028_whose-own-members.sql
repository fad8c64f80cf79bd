ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "homes_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "homes_offset" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "homes_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "home_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe'));