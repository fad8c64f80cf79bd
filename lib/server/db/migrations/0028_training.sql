CREATE TABLE "training_pulls" (
	"location_id" uuid NOT NULL,
	"data_set" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"walk" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"first_day" date,
	"last_day" date,
	"cursor" text,
	"is_read_through" boolean DEFAULT false NOT NULL,
	"read_so_far" integer DEFAULT 0 NOT NULL,
	"unknown_so_far" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"read" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"all_read_at" timestamp (3) with time zone,
	"since" date,
	"until" date,
	"failure" text,
	"failure_cause" text,
	"failing_since" timestamp (3) with time zone,
	"cleared_at" timestamp (3) with time zone,
	CONSTRAINT "training_pulls_location_id_data_set_pk" PRIMARY KEY("location_id","data_set"),
	CONSTRAINT "training_pulls_data_set" CHECK ("training_pulls"."data_set" in ('workouts', 'assessments', 'flexibility', 'body', 'weeks')),
	CONSTRAINT "training_pulls_failure" CHECK ("training_pulls"."failure" in ('unreachable', 'refused', 'permissionMissing', 'busy', 'unreadable', 'failed')),
	CONSTRAINT "training_pulls_failure_cause" CHECK ("training_pulls"."failure_cause" in ('nameNotFound', 'noNetwork', 'refused', 'brokenOff', 'silent', 'portal', 'foreign', 'failing', 'certificateExpired', 'certificateOfAnotherName', 'certificateUntrusted', 'clock', 'encryption', 'notPublic'))
);
--> statement-breakpoint
CREATE TABLE "trainings" (
	"location_id" uuid NOT NULL,
	"data_set" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text,
	"walk" bigint NOT NULL,
	CONSTRAINT "trainings_location_id_data_set_at_account_id_subject_pk" PRIMARY KEY("location_id","data_set","at","account_id","subject"),
	CONSTRAINT "trainings_data_set" CHECK ("trainings"."data_set" in ('workouts', 'assessments', 'flexibility', 'body'))
);
--> statement-breakpoint
CREATE TABLE "weekly_metrics" (
	"location_id" uuid NOT NULL,
	"week" date NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"sub_type" text NOT NULL,
	"value" double precision NOT NULL,
	"walk" bigint NOT NULL,
	CONSTRAINT "weekly_metrics_location_id_week_type_key_sub_type_pk" PRIMARY KEY("location_id","week","type","key","sub_type")
);
--> statement-breakpoint
ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "training_pulls" ADD CONSTRAINT "training_pulls_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainings" ADD CONSTRAINT "trainings_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_metrics" ADD CONSTRAINT "weekly_metrics_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trainings_of_member" ON "trainings" USING btree ("location_id","account_id","data_set","at");--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe', 'matchOptedOut', 'pullTraining'));