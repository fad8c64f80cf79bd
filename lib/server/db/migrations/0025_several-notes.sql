ALTER TABLE "member_notes" ADD COLUMN "note_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "member_notes" ADD COLUMN "level" text DEFAULT 'tell' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_notes" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "member_notes" DROP CONSTRAINT "member_notes_location_id_account_id_pk";--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_location_id_account_id_note_id_pk" PRIMARY KEY("location_id","account_id","note_id");--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_level" CHECK ("member_notes"."level" in ('tell', 'stop'));
