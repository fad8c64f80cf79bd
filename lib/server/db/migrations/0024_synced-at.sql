ALTER TABLE "members" RENAME COLUMN "learnt_at" TO "synced_at";--> statement-breakpoint
ALTER TABLE "cards" RENAME COLUMN "learnt_at" TO "synced_at";--> statement-breakpoint
ALTER TABLE "tasks" RENAME COLUMN "learnt_at" TO "synced_at";
