CREATE TABLE "member_messages" (
	"location_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"pressed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_messages_location_id_message_id_pk" PRIMARY KEY("location_id","message_id"),
	CONSTRAINT "member_messages_state" CHECK ("member_messages"."state" in ('sending', 'sent', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"text" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_notes_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "member_turns" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"turn" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_turns_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD COLUMN "pass_total" integer;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "member_messages" ADD CONSTRAINT "member_messages_of_member" FOREIGN KEY ("location_id","account_id") REFERENCES "public"."members"("location_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_of_member" FOREIGN KEY ("location_id","account_id") REFERENCES "public"."members"("location_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_turns" ADD CONSTRAINT "member_turns_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_messages_location_id_account_id_index" ON "member_messages" USING btree ("location_id","account_id");--> statement-breakpoint
CREATE INDEX "member_messages_pressed_at_index" ON "member_messages" USING btree ("pressed_at");--> statement-breakpoint
CREATE INDEX "members_location_id_changed_at_account_id_index" ON "members" USING btree ("location_id","changed_at","account_id");