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
	"turn" uuid,
	"turn_ends_at" timestamp (3) with time zone,
	CONSTRAINT "migration_runs_location_id_id_pk" PRIMARY KEY("location_id","id"),
	CONSTRAINT "migration_runs_state" CHECK ("migration_runs"."state" in ('running', 'paused', 'cancelled', 'finished')),
	CONSTRAINT "migration_runs_paused" CHECK (("migration_runs"."state" = 'paused') = ("migration_runs"."paused_because" is not null))
);
--> statement-breakpoint
ALTER TABLE "migration_rows" ADD CONSTRAINT "migration_rows_of_run" FOREIGN KEY ("location_id","run_id") REFERENCES "public"."migration_runs"("location_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_runs" ADD CONSTRAINT "migration_runs_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration_runs" ADD CONSTRAINT "migration_runs_started_by_staff_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "migration_rows_to_send" ON "migration_rows" USING btree ("location_id","run_id","next_attempt_at","line") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "migration_rows_of_account" ON "migration_rows" USING btree ("location_id","account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "migration_rows_of_user" ON "migration_rows" USING btree ("location_id","legacy_user_id") WHERE legacy_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "migration_runs_open" ON "migration_runs" USING btree ("location_id") WHERE state in ('running', 'paused');