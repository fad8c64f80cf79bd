-- counted again when they are read
DELETE FROM "visit_hours";
--> statement-breakpoint
ALTER TABLE "visit_hours" ADD COLUMN "arrivals_of_day" integer NOT NULL;
