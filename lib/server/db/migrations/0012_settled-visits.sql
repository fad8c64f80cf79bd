DROP INDEX "visits_to_settle";--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_settled_by_staff_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visits_to_settle" ON "visits" USING btree ("location_id","tapped_at") WHERE state in ('refused', 'unresolved') and settled_at is null;