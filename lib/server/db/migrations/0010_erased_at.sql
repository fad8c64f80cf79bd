ALTER TABLE "opt_out_checks" DROP CONSTRAINT "opt_out_checks_failure";--> statement-breakpoint
ALTER TABLE "forgotten_members" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "opt_out_checks" ADD CONSTRAINT "opt_out_checks_failure" CHECK ("opt_out_checks"."failure" in ('unreachable', 'refused', 'unreadable', 'failed'));--> statement-breakpoint
UPDATE "forgotten_members" SET "erased_at" = "forgotten_at";