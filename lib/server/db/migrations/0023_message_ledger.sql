ALTER TABLE "member_messages" DROP CONSTRAINT "member_messages_state";--> statement-breakpoint
DROP INDEX "member_messages_location_id_account_id_index";--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "sending_id" uuid;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "posted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member_messages" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "member_messages" ADD CONSTRAINT "member_messages_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_messages_location_id_account_id_pressed_at_index" ON "member_messages" USING btree ("location_id","account_id","pressed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_messages_of_sending" ON "member_messages" USING btree ("location_id","sending_id","account_id");--> statement-breakpoint
CREATE INDEX "member_messages_to_send" ON "member_messages" USING btree ("location_id","next_attempt_at") WHERE state in ('held', 'waiting', 'sending');--> statement-breakpoint
ALTER TABLE "member_messages" ADD CONSTRAINT "member_messages_state" CHECK ("member_messages"."state" in ('held', 'waiting', 'sending', 'sent', 'unsure', 'undone', 'refused', 'dismissed'));--> statement-breakpoint
UPDATE "member_messages" SET "state" = 'unsure' WHERE "state" = 'sending';