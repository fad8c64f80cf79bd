CREATE TABLE "staff_badges" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"card_digest" text NOT NULL,
	"pin_hash" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_badges_cardDigest_unique" UNIQUE("card_digest")
);
--> statement-breakpoint
ALTER TABLE "sign_in_failures" RENAME COLUMN "email_digest" TO "digest";--> statement-breakpoint
DROP INDEX "sign_in_failures_email_digest_failed_at_index";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "closing_times" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "closing_times_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_badges" ADD CONSTRAINT "staff_badges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_failures_digest_failed_at_index" ON "sign_in_failures" USING btree ("digest","failed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_locations_account" ON "staff_locations" USING btree ("location_id","account_id") WHERE account_id is not null;