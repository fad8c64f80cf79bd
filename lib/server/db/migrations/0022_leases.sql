ALTER TABLE "directory_syncs" RENAME COLUMN "turn" TO "lease_id";--> statement-breakpoint
ALTER TABLE "directory_syncs" RENAME COLUMN "turn_ends_at" TO "lease_ends_at";--> statement-breakpoint
ALTER TABLE "task_syncs" RENAME COLUMN "turn" TO "lease_id";--> statement-breakpoint
ALTER TABLE "task_syncs" RENAME COLUMN "turn_ends_at" TO "lease_ends_at";--> statement-breakpoint
ALTER TABLE "migration_runs" RENAME COLUMN "turn" TO "lease_id";--> statement-breakpoint
ALTER TABLE "migration_runs" RENAME COLUMN "turn_ends_at" TO "lease_ends_at";--> statement-breakpoint
ALTER TABLE "location_work" RENAME COLUMN "claim" TO "lease_id";--> statement-breakpoint
ALTER TABLE "location_work" RENAME COLUMN "claim_ends_at" TO "lease_ends_at";--> statement-breakpoint
ALTER TABLE "member_turns" RENAME TO "member_leases";--> statement-breakpoint
ALTER TABLE "member_leases" RENAME COLUMN "turn" TO "lease_id";--> statement-breakpoint
ALTER TABLE "member_leases" RENAME COLUMN "ends_at" TO "lease_ends_at";--> statement-breakpoint
ALTER TABLE "member_leases" RENAME CONSTRAINT "member_turns_location_id_account_id_pk" TO "member_leases_location_id_account_id_pk";--> statement-breakpoint
ALTER TABLE "member_leases" RENAME CONSTRAINT "member_turns_location_id_locations_id_fk" TO "member_leases_location_id_locations_id_fk";