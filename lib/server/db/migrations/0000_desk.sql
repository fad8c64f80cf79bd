CREATE TABLE "audit_log" (
	"location_id" uuid,
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid,
	"action" text NOT NULL,
	"account_id" text,
	"tap_id" uuid,
	"reason" text,
	"client_address" text
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"location_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"account_id" text NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_location_id_kind_value_pk" PRIMARY KEY("location_id","kind","value"),
	CONSTRAINT "cards_kind" CHECK ("cards"."kind" in ('rfid', 'nfc'))
);
--> statement-breakpoint
CREATE TABLE "directory_syncs" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"pass_since" timestamp (3) with time zone,
	"pass_started_at" timestamp (3) with time zone,
	"pass_offset" integer DEFAULT 0 NOT NULL,
	"known_until" timestamp (3) with time zone,
	"all_read_at" timestamp (3) with time zone,
	"member_count" integer,
	"finished_at" timestamp (3) with time zone,
	"lease_id" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	"pass_total" integer,
	"pass_unreadable" integer DEFAULT 0 NOT NULL,
	"is_all_read_whole" boolean DEFAULT true NOT NULL,
	"homes_started_at" timestamp (3) with time zone,
	"homes_offset" integer DEFAULT 0 NOT NULL,
	"homes_read_at" timestamp (3) with time zone,
	"pass_started_there" timestamp (3) with time zone,
	"absent_before" timestamp (3) with time zone,
	"absent_count" integer,
	"absent_of" integer,
	"absent_since" timestamp (3) with time zone,
	"absent_confirmed_at" timestamp (3) with time zone
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
	"synced_at" timestamp (3) with time zone NOT NULL,
	"search_name" text DEFAULT '' NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"phone" text,
	"home_at" timestamp (3) with time zone,
	"absent_at" timestamp (3) with time zone,
	"known_since" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL,
	"is_absent_by_name" boolean DEFAULT false NOT NULL,
	CONSTRAINT "members_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "forgotten_members" (
	"location_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"forgotten_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "forgotten_members_location_id_digest_pk" PRIMARY KEY("location_id","digest")
);
--> statement-breakpoint
CREATE TABLE "legacy_connectivity" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"heard_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legacy_connectivity_state" CHECK ("legacy_connectivity"."state" in ('untried', 'heard', 'refused', 'unreachable'))
);
--> statement-breakpoint
CREATE TABLE "location_work" (
	"location_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_id" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	CONSTRAINT "location_work_location_id_kind_pk" PRIMARY KEY("location_id","kind"),
	CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe'))
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
	"closing_times" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"closing_times_set_at" timestamp (3) with time zone,
	"expects_photos" boolean DEFAULT false NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"keep_visits_months" integer,
	"keep_audit_log_months" integer,
	"keep_webhooks_months" integer,
	"idle_limit_min" integer,
	"keeps_screen_awake" boolean DEFAULT false NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "locations_name_unique" UNIQUE("name"),
	CONSTRAINT "locations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "member_leases" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"lease_id" uuid NOT NULL,
	"lease_ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_leases_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
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
	"note_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"level" text DEFAULT 'tell' NOT NULL,
	"expires_on" date,
	CONSTRAINT "member_notes_location_id_account_id_note_id_pk" PRIMARY KEY("location_id","account_id","note_id"),
	CONSTRAINT "member_notes_level" CHECK ("member_notes"."level" in ('tell', 'stop'))
);
--> statement-breakpoint
CREATE TABLE "migration_rows" (
	"location_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"legacy_user_id" bigint,
	"first_line" integer,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"account_id" text,
	"problem" text,
	CONSTRAINT "migration_rows_location_id_run_id_line_pk" PRIMARY KEY("location_id","run_id","line"),
	CONSTRAINT "migration_rows_state" CHECK ("migration_rows"."state" in ('waiting', 'migrated', 'alreadyThere', 'notFound', 'refused', 'invalid', 'repeated')),
	CONSTRAINT "migration_rows_sendable" CHECK ("migration_rows"."state" <> 'waiting' or "migration_rows"."legacy_user_id" is not null),
	CONSTRAINT "migration_rows_problem" CHECK (length("migration_rows"."problem") <= 100)
);
--> statement-breakpoint
CREATE TABLE "migration_runs" (
	"location_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"paused_because" text,
	"waits_for" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"lease_id" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	CONSTRAINT "migration_runs_location_id_id_pk" PRIMARY KEY("location_id","id"),
	CONSTRAINT "migration_runs_state" CHECK ("migration_runs"."state" in ('running', 'paused', 'cancelled', 'finished')),
	CONSTRAINT "migration_runs_paused" CHECK (("migration_runs"."state" = 'paused') = ("migration_runs"."paused_because" is not null))
);
--> statement-breakpoint
CREATE TABLE "pass_issuers" (
	"location_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pass_issuers_location_id_issuer_pk" PRIMARY KEY("location_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"sealed_picture" "bytea" NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "photos_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "platform_status" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"permission" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"clock_ahead_s" integer,
	"cause" text,
	CONSTRAINT "platform_status_connection" CHECK ("platform_status"."connection" in ('reachable', 'unreachable', 'keyRejected', 'permissionMissing')),
	CONSTRAINT "platform_status_cause" CHECK ("platform_status"."cause" in ('nameNotFound', 'noNetwork', 'refused', 'brokenOff', 'silent', 'portal', 'foreign', 'failing', 'certificateExpired', 'certificateOfAnotherName', 'certificateUntrusted', 'clock', 'encryption'))
);
--> statement-breakpoint
CREATE TABLE "badge_failures" (
	"card_digest" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "badge_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed_key" text NOT NULL,
	CONSTRAINT "badge_keys_only" CHECK ("badge_keys"."is_only")
);
--> statement-breakpoint
CREATE TABLE "set_up_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
	"session_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_role" CHECK ("staff"."role" in ('reception', 'trainer', 'manager'))
);
--> statement-breakpoint
CREATE TABLE "staff_badges" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"card_digest" text NOT NULL,
	"pin_hash" text NOT NULL,
	CONSTRAINT "staff_badges_cardDigest_unique" UNIQUE("card_digest")
);
--> statement-breakpoint
CREATE TABLE "staff_locations" (
	"location_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"account_id" text,
	CONSTRAINT "staff_locations_location_id_staff_id_pk" PRIMARY KEY("location_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_changes" (
	"location_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "task_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb,
	"edits" jsonb,
	"actor_id" text,
	"staff_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone,
	"last_error" text,
	"sent_by" uuid,
	CONSTRAINT "task_changes_location_id_change_id_pk" PRIMARY KEY("location_id","change_id"),
	CONSTRAINT "task_changes_kind" CHECK ("task_changes"."kind" in ('create', 'edit', 'complete', 'reopen')),
	CONSTRAINT "task_changes_state" CHECK ("task_changes"."state" in ('held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'seen'))
);
--> statement-breakpoint
CREATE TABLE "task_syncs" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"known_until" timestamp (3) with time zone,
	"all_read_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"problem" text,
	"lease_id" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	"is_all_read_whole" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"location_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"platform_id" text,
	"name" text NOT NULL,
	"type" text,
	"due_date" date,
	"author_id" text,
	"target_id" text NOT NULL,
	"completer_id" text,
	"is_completed" boolean NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	CONSTRAINT "tasks_location_id_id_pk" PRIMARY KEY("location_id","id")
);
--> statement-breakpoint
CREATE TABLE "unreadable_lists" (
	"location_id" uuid NOT NULL,
	"list" text NOT NULL,
	"count" integer NOT NULL,
	"is_endless" boolean NOT NULL,
	"is_cut_short" boolean DEFAULT false NOT NULL,
	CONSTRAINT "unreadable_lists_location_id_list_pk" PRIMARY KEY("location_id","list"),
	CONSTRAINT "unreadable_lists_list" CHECK ("unreadable_lists"."list" in ('members', 'tasks'))
);
--> statement-breakpoint
CREATE TABLE "elsewhere_events" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"clock" jsonb,
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
	"is_automatic" boolean DEFAULT false NOT NULL,
	"confirming_until" timestamp (3) with time zone,
	"sent_by" uuid,
	"settled_at" timestamp (3) with time zone,
	"is_time_in_doubt" boolean DEFAULT false NOT NULL,
	"platform_at" timestamp (3) with time zone,
	"clock" jsonb,
	CONSTRAINT "visits_location_id_tap_id_pk" PRIMARY KEY("location_id","tap_id"),
	CONSTRAINT "visits_kind" CHECK ("visits"."kind" in ('checkIn', 'checkOut')),
	CONSTRAINT "visits_state" CHECK ("visits"."state" in ('held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'unresolved')),
	CONSTRAINT "visits_of_someone" CHECK ("visits"."account_id" is not null or "visits"."scanned_value" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_inbox" (
	"location_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"type" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_inbox_location_id_digest_pk" PRIMARY KEY("location_id","digest"),
	CONSTRAINT "webhook_inbox_type" CHECK ("webhook_inbox"."type" in ('GYM_CHECKIN', 'GYM_CHECKOUT', 'MEMBERSHIP_DELETE'))
);
--> statement-breakpoint
CREATE TABLE "webhook_registrations" (
	"location_id" uuid PRIMARY KEY NOT NULL,
	"hook_id" uuid NOT NULL,
	"sealed_secret" text NOT NULL,
	"url" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_registrations_hookId_unique" UNIQUE("hook_id"),
	CONSTRAINT "webhook_registrations_state" CHECK ("webhook_registrations"."state" in ('open', 'registered', 'notPermitted', 'refused', 'unreachable'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_syncs" ADD CONSTRAINT "directory_syncs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forgotten_members" ADD CONSTRAINT "forgotten_members_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_connectivity" ADD CONSTRAINT "legacy_connectivity_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_leases" ADD CONSTRAINT "member_leases_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_messages" ADD CONSTRAINT "member_messages_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_rows" ADD CONSTRAINT "migration_rows_of_run" FOREIGN KEY ("location_id","run_id") REFERENCES "public"."migration_runs"("location_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_runs" ADD CONSTRAINT "migration_runs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_runs" ADD CONSTRAINT "migration_runs_started_by_staff_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_issuers" ADD CONSTRAINT "pass_issuers_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_status" ADD CONSTRAINT "platform_status_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_badges" ADD CONSTRAINT "staff_badges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_locations" ADD CONSTRAINT "staff_locations_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_locations" ADD CONSTRAINT "staff_locations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_sent_by_staff_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_location_id_task_id_tasks_location_id_id_fk" FOREIGN KEY ("location_id","task_id") REFERENCES "public"."tasks"("location_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_syncs" ADD CONSTRAINT "task_syncs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreadable_lists" ADD CONSTRAINT "unreadable_lists_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elsewhere_events" ADD CONSTRAINT "elsewhere_events_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taps" ADD CONSTRAINT "taps_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_sent_by_staff_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_inbox" ADD CONSTRAINT "webhook_inbox_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_registrations" ADD CONSTRAINT "webhook_registrations_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_location_id_at_index" ON "audit_log" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "cards_location_id_account_id_index" ON "cards" USING btree ("location_id","account_id");--> statement-breakpoint
CREATE INDEX "members_location_id_membership_id_index" ON "members" USING btree ("location_id","membership_id");--> statement-breakpoint
CREATE INDEX "members_location_id_email_index" ON "members" USING btree ("location_id","email");--> statement-breakpoint
CREATE INDEX "members_location_id_barcode_index" ON "members" USING btree ("location_id","barcode");--> statement-breakpoint
CREATE INDEX "members_location_id_changed_at_account_id_index" ON "members" USING btree ("location_id","changed_at","account_id");--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree ("location_id",left("search_name", 60),"account_id");--> statement-breakpoint
CREATE INDEX "members_by_contract_end" ON "members" USING btree ("location_id",coalesce("end_of_contract", '9999-12-31'::date),"account_id");--> statement-breakpoint
CREATE INDEX "members_absent" ON "members" USING btree ("location_id","absent_at") WHERE "members"."absent_at" is not null;--> statement-breakpoint
CREATE INDEX "forgotten_members_forgotten_at_index" ON "forgotten_members" USING btree ("forgotten_at");--> statement-breakpoint
CREATE INDEX "location_work_kind_due_at_index" ON "location_work" USING btree ("kind","due_at");--> statement-breakpoint
CREATE INDEX "member_messages_location_id_account_id_index" ON "member_messages" USING btree ("location_id","account_id");--> statement-breakpoint
CREATE INDEX "member_messages_pressed_at_index" ON "member_messages" USING btree ("pressed_at");--> statement-breakpoint
CREATE INDEX "migration_rows_to_send" ON "migration_rows" USING btree ("location_id","run_id","next_attempt_at","line") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "migration_rows_of_account" ON "migration_rows" USING btree ("location_id","account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "migration_rows_of_user" ON "migration_rows" USING btree ("location_id","legacy_user_id") WHERE legacy_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "migration_runs_open" ON "migration_runs" USING btree ("location_id") WHERE state in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "sign_in_failures_digest_failed_at_index" ON "sign_in_failures" USING btree ("digest","failed_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_failed_at_index" ON "sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "staff_locations_staff_id_index" ON "staff_locations" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_locations_account" ON "staff_locations" USING btree ("location_id","account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "staff_sessions_staff_id_index" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_expires_at_index" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "task_changes_location_id_task_id_number_index" ON "task_changes" USING btree ("location_id","task_id","number");--> statement-breakpoint
CREATE INDEX "task_changes_to_send" ON "task_changes" USING btree ("location_id","next_attempt_at") WHERE state in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_location_id_platform_id_index" ON "tasks" USING btree ("location_id","platform_id");--> statement-breakpoint
CREATE INDEX "tasks_location_id_target_id_index" ON "tasks" USING btree ("location_id","target_id");--> statement-breakpoint
CREATE INDEX "elsewhere_events_location_id_at_index" ON "elsewhere_events" USING btree ("location_id","at");--> statement-breakpoint
CREATE INDEX "taps_location_id_claimed_at_index" ON "taps" USING btree ("location_id","claimed_at");--> statement-breakpoint
CREATE INDEX "taps_set_aside" ON "taps" USING btree ("location_id",(answer ->> 'accountId')) WHERE (answer -> 'setAside') is not null;--> statement-breakpoint
CREATE INDEX "visits_location_id_account_id_tapped_at_index" ON "visits" USING btree ("location_id","account_id","tapped_at");--> statement-breakpoint
CREATE INDEX "visits_location_id_tapped_at_index" ON "visits" USING btree ("location_id","tapped_at");--> statement-breakpoint
CREATE INDEX "visits_to_send" ON "visits" USING btree ("location_id","next_attempt_at") WHERE state in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE INDEX "visits_to_settle" ON "visits" USING btree ("location_id","tapped_at") WHERE state in ('refused', 'unresolved') and settled_at is null;--> statement-breakpoint
CREATE INDEX "visits_in_doubt" ON "visits" USING btree ("location_id","recorded_at") WHERE is_time_in_doubt;--> statement-breakpoint
CREATE INDEX "webhook_inbox_location_id_received_at_index" ON "webhook_inbox" USING btree ("location_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_to_work" ON "webhook_inbox" USING btree ("location_id","next_attempt_at") WHERE account_id is not null;