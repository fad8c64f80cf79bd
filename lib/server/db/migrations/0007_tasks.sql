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
	"turn" uuid,
	"turn_ends_at" timestamp (3) with time zone
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
	"learnt_at" timestamp (3) with time zone,
	CONSTRAINT "tasks_location_id_id_pk" PRIMARY KEY("location_id","id")
);
--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_location_id_task_id_tasks_location_id_id_fk" FOREIGN KEY ("location_id","task_id") REFERENCES "public"."tasks"("location_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_syncs" ADD CONSTRAINT "task_syncs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_changes_location_id_task_id_number_index" ON "task_changes" USING btree ("location_id","task_id","number");--> statement-breakpoint
CREATE INDEX "task_changes_to_send" ON "task_changes" USING btree ("location_id","next_attempt_at") WHERE state in ('held', 'waiting', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_location_id_platform_id_index" ON "tasks" USING btree ("location_id","platform_id");--> statement-breakpoint
CREATE INDEX "tasks_location_id_target_id_index" ON "tasks" USING btree ("location_id","target_id");