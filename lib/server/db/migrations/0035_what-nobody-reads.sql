ALTER TABLE "visits" DROP CONSTRAINT "visits_settled_by_staff_id_fk";
--> statement-breakpoint
ALTER TABLE "photos" DROP COLUMN "taken_at";--> statement-breakpoint
ALTER TABLE "staff_badges" DROP COLUMN "given_at";--> statement-breakpoint
ALTER TABLE "visits" DROP COLUMN "settled_by";