CREATE TABLE "audit_log" (
	"location_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid,
	"action" text NOT NULL,
	"account_id" text,
	"tap_id" uuid,
	"reason" text,
	CONSTRAINT "audit_log_location_id_id_pk" PRIMARY KEY("location_id","id")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"location_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"account_id" text NOT NULL,
	"learnt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_location_id_kind_value_pk" PRIMARY KEY("location_id","kind","value"),
	CONSTRAINT "cards_kind" CHECK ("cards"."kind" in ('rfid', 'nfc'))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"date_of_birth" date,
	"membership_id" text,
	"barcode" text,
	"membership_type" text,
	"start_of_contract" date,
	"end_of_contract" date,
	"corporate_start" timestamp (3) with time zone,
	"corporate_end" timestamp (3) with time zone,
	"learnt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "members_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"capacity" integer,
	"api_url" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"v1_url" text,
	"v1_gym_id" text,
	"sealed_v1_token" text,
	"export_url" text,
	"sealed_export_key" text,
	"check_in_on_scan" boolean DEFAULT true NOT NULL,
	"repeat_window_s" integer DEFAULT 60 NOT NULL,
	"undo_s" integer DEFAULT 10 NOT NULL,
	"longest_stay_h" integer DEFAULT 8 NOT NULL,
	"reader_profile" jsonb DEFAULT '{"format":"hex","byteOrder":"asRead","byteLength":"auto"}'::jsonb NOT NULL,
	"demo_cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "locations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "platform_status" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"permission" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "platform_status_connection" CHECK ("platform_status"."connection" in ('reachable', 'unreachable', 'keyRejected', 'permissionMissing'))
);
--> statement-breakpoint
CREATE TABLE "set_up_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_digest" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_role" CHECK ("staff"."role" in ('reception', 'trainer', 'manager'))
);
--> statement-breakpoint
CREATE TABLE "staff_locations" (
	"location_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	CONSTRAINT "staff_locations_location_id_staff_id_pk" PRIMARY KEY("location_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "elsewhere_events" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "elsewhere_events_location_id_account_id_kind_at_pk" PRIMARY KEY("location_id","account_id","kind","at"),
	CONSTRAINT "elsewhere_events_kind" CHECK ("elsewhere_events"."kind" in ('checkIn', 'checkOut'))
);
--> statement-breakpoint
CREATE TABLE "taps" (
	"location_id" uuid NOT NULL,
	"tap_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"answer" jsonb,
	CONSTRAINT "taps_location_id_tap_id_operation_pk" PRIMARY KEY("location_id","tap_id","operation"),
	CONSTRAINT "taps_operation" CHECK ("taps"."operation" in ('lookUp', 'checkIn', 'checkOut', 'admitAnyway'))
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"location_id" uuid NOT NULL,
	"tap_id" uuid NOT NULL,
	"account_id" text,
	"scanned_kind" text,
	"scanned_value" text,
	"kind" text NOT NULL,
	"tapped_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"undo_until" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"last_error" text,
	"needs_admission" boolean DEFAULT false NOT NULL,
	"staff_id" uuid,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visits_location_id_tap_id_pk" PRIMARY KEY("location_id","tap_id"),
	CONSTRAINT "visits_kind" CHECK ("visits"."kind" in ('checkIn', 'checkOut')),
	CONSTRAINT "visits_state" CHECK ("visits"."state" in ('held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'unresolved')),
	CONSTRAINT "visits_of_someone" CHECK ("visits"."account_id" is not null or "visits"."scanned_value" is not null)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_location_id_account_id_members_location_id_account_id_fk" FOREIGN KEY ("location_id","account_id") REFERENCES "public"."members"("location_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_status" ADD CONSTRAINT "platform_status_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_locations" ADD CONSTRAINT "staff_locations_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_locations" ADD CONSTRAINT "staff_locations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elsewhere_events" ADD CONSTRAINT "elsewhere_events_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taps" ADD CONSTRAINT "taps_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_location_id_at_index" ON "audit_log" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "cards_location_id_account_id_index" ON "cards" USING btree ("location_id","account_id");--> statement-breakpoint
CREATE INDEX "members_location_id_membership_id_index" ON "members" USING btree ("location_id","membership_id");--> statement-breakpoint
CREATE INDEX "members_location_id_email_index" ON "members" USING btree ("location_id","email");--> statement-breakpoint
CREATE INDEX "members_location_id_barcode_index" ON "members" USING btree ("location_id","barcode");--> statement-breakpoint
CREATE INDEX "sign_in_failures_email_digest_failed_at_index" ON "sign_in_failures" USING btree ("email_digest","failed_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_failed_at_index" ON "sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "staff_locations_staff_id_index" ON "staff_locations" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "elsewhere_events_location_id_at_index" ON "elsewhere_events" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "taps_location_id_claimed_at_index" ON "taps" USING btree ("location_id","claimed_at");--> statement-breakpoint
CREATE INDEX "visits_location_id_account_id_tapped_at_index" ON "visits" USING btree ("location_id","account_id","tapped_at");--> statement-breakpoint
CREATE INDEX "visits_location_id_tapped_at_index" ON "visits" USING btree ("location_id","tapped_at");--> statement-breakpoint
CREATE INDEX "visits_to_send" ON "visits" USING btree ("location_id","next_attempt_at") WHERE state in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE INDEX "visits_to_settle" ON "visits" USING btree ("location_id","tapped_at") WHERE state in ('refused', 'unresolved');