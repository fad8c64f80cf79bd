-- Drizzle has no words for three things here: these roles, partitions (PARTITION BY), and all that follows the policies.
-- Roles belong to the cluster: another database in it may have made them already, or be making them right now.
DO $$
DECLARE
  wanted text;
  is_16 boolean := current_setting('server_version_num')::int >= 160000;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['front_desk_platform', 'front_desk_operator'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
    -- Able to become the role, but not seeing with its eyes before doing so.
    IF NOT pg_has_role(current_user, wanted, CASE WHEN is_16 THEN 'SET' ELSE 'MEMBER' END) THEN
      EXECUTE format('GRANT %I TO %I', wanted, current_user) || CASE WHEN is_16 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END IF;
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE TABLE "account_images" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "account_images_chain_id_account_id_pk" PRIMARY KEY("chain_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "account_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"legacy_user_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounts_legacy_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_legacy_user_id" UNIQUE("legacy_user_id")
);
--> statement-breakpoint
CREATE TABLE "blacklisted_emails" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_profiles" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"legacy_user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"date_of_birth" date,
	"gender" text,
	"phone" text,
	"street" text,
	"street_number" text,
	"zip_code" text,
	"city" text,
	"state" text,
	"country" text,
	"shares_data" boolean DEFAULT true NOT NULL,
	"motives" text[],
	"training_frequency" integer,
	"training_duration_minutes" integer,
	"height_cm" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_key" text GENERATED ALWAYS AS (lower(email)) STORED NOT NULL,
	CONSTRAINT "chain_profiles_chain_id_account_id_pk" PRIMARY KEY("chain_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "chain_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gym_roles" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"is_trainer" boolean DEFAULT false NOT NULL,
	"is_gym_owner" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gym_roles_chain_id_gym_id_account_id_pk" PRIMARY KEY("chain_id","gym_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "gym_roles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memberships" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"membership_id" text NOT NULL,
	"agreement_number" text,
	"membership_type" text,
	"membership_sub_type" text,
	"start_of_contract" date,
	"end_of_contract" date,
	"referring_member_id" text,
	"barcode" text,
	"tan" text,
	"is_known_to_v2" boolean DEFAULT true NOT NULL,
	"is_active" boolean,
	"is_day_guest" boolean,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_chain_id_account_id_pk" PRIMARY KEY("chain_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tan_failures" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"failure_id" uuid NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tan_failures_chain_id_gym_id_failure_id_pk" PRIMARY KEY("chain_id","gym_id","failure_id")
);
--> statement-breakpoint
ALTER TABLE "tan_failures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tans" (
	"tan" text PRIMARY KEY NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"is_plus1" boolean DEFAULT false NOT NULL,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nfc_tokens" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "nfc_tokens_chain_id_account_id_issuer_pk" PRIMARY KEY("chain_id","account_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "nfc_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rfids" (
	"chain_id" uuid NOT NULL,
	"rfid" text NOT NULL,
	"account_id" uuid NOT NULL,
	"tag_format" text,
	"is_from_gym_software" boolean NOT NULL,
	"is_from_machine" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_decimal" boolean DEFAULT false NOT NULL,
	CONSTRAINT "rfids_chain_id_rfid_pk" PRIMARY KEY("chain_id","rfid")
);
--> statement-breakpoint
ALTER TABLE "rfids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chains" (
	"chain_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gyms" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"legacy_gym_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "gyms_legacy_gym_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2001 CACHE 1),
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_in_corporate_network" boolean DEFAULT false NOT NULL,
	"takes_part_in_plus1" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gyms_chain_id_gym_id_pk" PRIMARY KEY("chain_id","gym_id")
);
--> statement-breakpoint
ALTER TABLE "gyms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_changes" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"change_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "analytics_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "analytics_changes_chain_id_gym_id_change_id_pk" PRIMARY KEY("chain_id","gym_id","change_id")
);
--> statement-breakpoint
ALTER TABLE "analytics_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "analytics_computations" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"computed_at" timestamp (3) with time zone,
	"time_zone" text,
	"rules" integer,
	CONSTRAINT "analytics_computations_chain_id_gym_id_pk" PRIMARY KEY("chain_id","gym_id")
);
--> statement-breakpoint
ALTER TABLE "analytics_computations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "export_jobs" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"export_type" text NOT NULL,
	"file_type" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"row_count" bigint,
	"byte_count" bigint,
	"sha256" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"queued_at" timestamp (3) with time zone,
	"tries" bigint DEFAULT 0 NOT NULL,
	"file_name" text,
	CONSTRAINT "export_jobs_chain_id_gym_id_job_id_pk" PRIMARY KEY("chain_id","gym_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "weekly_metrics" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"metric_type" text NOT NULL,
	"metric_key" text NOT NULL,
	"metric_sub_type" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "weekly_metrics_chain_id_gym_id_period_start_metric_type_metric_key_metric_sub_type_pk" PRIMARY KEY("chain_id","gym_id","period_start","metric_type","metric_key","metric_sub_type")
);
--> statement-breakpoint
ALTER TABLE "weekly_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"legacy_gym_id" integer PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_received_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"key_id" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp (3) with time zone NOT NULL,
	"granted" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_notifications" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"text" text NOT NULL,
	"deeplink" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "push_notifications_chain_id_account_id_notification_id_pk" PRIMARY KEY("chain_id","account_id","notification_id")
);
--> statement-breakpoint
ALTER TABLE "push_notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "owner_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_sign_in_failures" (
	"failure_id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookings_chain_id_gym_id_account_id_product_id_pk" PRIMARY KEY("chain_id","gym_id","account_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "bookings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"product_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "products_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"scope" text NOT NULL,
	CONSTRAINT "products_chain_id_gym_id_product_id_pk" PRIMARY KEY("chain_id","gym_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"chain_id" uuid NOT NULL,
	"task_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tasks_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gym_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text,
	"due_date" date NOT NULL,
	"author_id" uuid,
	"target_id" uuid NOT NULL,
	"completer_id" uuid,
	"is_completed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tasks_chain_id_task_id_pk" PRIMARY KEY("chain_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "body_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_source" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "body_measurements_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
ALTER TABLE "body_measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flexibility_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_type" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "flexibility_measurements_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strength_assessments" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"body_region" text,
	"type_id" text,
	"activity_name" text,
	"is_measurement_completed" boolean,
	"strength_kg" double precision,
	CONSTRAINT "strength_assessments_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
ALTER TABLE "strength_assessments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strength_workouts" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_guest" boolean,
	"machine_type" text,
	"training_method" text,
	"operation_mode" text,
	"training_visualization" text,
	CONSTRAINT "strength_workouts_pk" PRIMARY KEY("chain_id","gym_id","occurred_at","event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
ALTER TABLE "strength_workouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "admissions" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"admission_id" uuid NOT NULL,
	"admitted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admissions_chain_id_gym_id_account_id_admission_id_pk" PRIMARY KEY("chain_id","gym_id","account_id","admission_id")
);
--> statement-breakpoint
ALTER TABLE "admissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visits" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visits_chain_id_gym_id_account_id_kind_occurred_at_pk" PRIMARY KEY("chain_id","gym_id","account_id","kind","occurred_at")
);
--> statement-breakpoint
ALTER TABLE "visits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"chain_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"webhook_id" bigint NOT NULL,
	"type" text NOT NULL,
	"account_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts_before" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_chain_id_delivery_id_pk" PRIMARY KEY("chain_id","delivery_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_delivery_attempts" (
	"chain_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	CONSTRAINT "webhook_delivery_attempts_chain_id_delivery_id_number_pk" PRIMARY KEY("chain_id","delivery_id","number"),
	CONSTRAINT "webhook_delivery_attempts_answer" CHECK ((status IS NULL) <> (failure IS NULL))
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"chain_id" uuid NOT NULL,
	"webhook_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gym_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_chain_id_webhook_id_pk" PRIMARY KEY("chain_id","webhook_id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_images" ADD CONSTRAINT "account_images_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_profiles" ADD CONSTRAINT "chain_profiles_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_roles" ADD CONSTRAINT "gym_roles_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_roles" ADD CONSTRAINT "gym_roles_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tan_tans_tan_fk" FOREIGN KEY ("tan") REFERENCES "public"."tans"("tan") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tan_failures" ADD CONSTRAINT "tan_failures_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tans" ADD CONSTRAINT "tans_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nfc_tokens" ADD CONSTRAINT "nfc_tokens_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfids" ADD CONSTRAINT "rfids_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_changes" ADD CONSTRAINT "analytics_changes_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_computations" ADD CONSTRAINT "analytics_computations_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_metrics" ADD CONSTRAINT "weekly_metrics_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_sessions" ADD CONSTRAINT "owner_sessions_owner_id_owners_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owners" ADD CONSTRAINT "owners_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_of_product" FOREIGN KEY ("chain_id","gym_id","product_id") REFERENCES "public"."products"("chain_id","gym_id","product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_of_member" FOREIGN KEY ("chain_id","target_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_of_webhook" FOREIGN KEY ("chain_id","webhook_id") REFERENCES "public"."webhooks"("chain_id","webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery_attempts" ADD CONSTRAINT "webhook_delivery_attempts_of_delivery" FOREIGN KEY ("chain_id","delivery_id") REFERENCES "public"."webhook_deliveries"("chain_id","delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_profiles_email" ON "chain_profiles" USING btree ("chain_id","email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_profiles_legacy_user_id" ON "chain_profiles" USING btree ("chain_id","legacy_user_id");--> statement-breakpoint
CREATE INDEX "chain_profiles_email_of_any_chain" ON "chain_profiles" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_membership_id" ON "memberships" USING btree ("chain_id","membership_id");--> statement-breakpoint
CREATE INDEX "memberships_by_change" ON "memberships" USING btree ("chain_id","updated_at" DESC NULLS FIRST,"account_id" DESC NULLS FIRST) WHERE is_known_to_v2;--> statement-breakpoint
CREATE INDEX "memberships_of_gym_by_change" ON "memberships" USING btree ("chain_id","gym_id","updated_at" DESC NULLS FIRST,"account_id" DESC NULLS FIRST) WHERE is_known_to_v2;--> statement-breakpoint
CREATE INDEX "memberships_by_referral" ON "memberships" USING btree ("chain_id","referring_member_id") WHERE referring_member_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "nfc_tokens_token" ON "nfc_tokens" USING btree ("chain_id","token");--> statement-breakpoint
CREATE INDEX "rfids_of_member" ON "rfids" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gyms_legacy_gym_id" ON "gyms" USING btree ("chain_id","legacy_gym_id");--> statement-breakpoint
CREATE INDEX "export_jobs_waiting" ON "export_jobs" USING btree ("chain_id","gym_id","queued_at","created_at","job_id") WHERE status = 'IN_PROGRESS';--> statement-breakpoint
CREATE INDEX "export_jobs_by_status" ON "export_jobs" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "export_jobs_to_delete" ON "export_jobs" USING btree ("file_name") WHERE status = 'EXPIRED' AND file_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX "push_notifications_of_gym_by_time" ON "push_notifications" USING btree ("chain_id","gym_id","created_at" DESC NULLS FIRST,"notification_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "push_notifications_undelivered" ON "push_notifications" USING btree ("created_at") WHERE delivered_at IS NULL;--> statement-breakpoint
CREATE INDEX "owner_sessions_of_owner" ON "owner_sessions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "owner_sessions_by_end" ON "owner_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "owner_sign_in_failures_of_digest" ON "owner_sign_in_failures" USING btree ("digest","failed_at");--> statement-breakpoint
CREATE INDEX "owner_sign_in_failures_by_time" ON "owner_sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "owners_email" ON "owners" USING btree ("email");--> statement-breakpoint
CREATE INDEX "tasks_by_change" ON "tasks" USING btree ("chain_id","gym_id","modified_at" DESC NULLS FIRST,"task_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tasks_of_target" ON "tasks" USING btree ("chain_id","target_id");--> statement-breakpoint
CREATE INDEX "tasks_of_author" ON "tasks" USING btree ("chain_id","author_id");--> statement-breakpoint
CREATE INDEX "tasks_of_completer" ON "tasks" USING btree ("chain_id","completer_id");--> statement-breakpoint
CREATE INDEX "body_measurements_of_account" ON "body_measurements" USING btree ("chain_id","account_id","gym_id","occurred_at");--> statement-breakpoint
CREATE INDEX "flexibility_measurements_of_account" ON "flexibility_measurements" USING btree ("chain_id","account_id","gym_id","occurred_at");--> statement-breakpoint
CREATE INDEX "strength_assessments_of_account" ON "strength_assessments" USING btree ("chain_id","account_id","gym_id","occurred_at");--> statement-breakpoint
CREATE INDEX "strength_workouts_of_account" ON "strength_workouts" USING btree ("chain_id","account_id","gym_id","occurred_at");--> statement-breakpoint
CREATE INDEX "visits_by_time" ON "visits" USING btree ("chain_id","gym_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook_by_time" ON "webhook_deliveries" USING btree ("chain_id","webhook_id","created_at" DESC NULLS FIRST,"delivery_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_account" ON "webhook_deliveries" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("created_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_settled" ON "webhook_deliveries" USING btree ("created_at") WHERE state IN ('DELIVERED', 'FAILED');--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_url" ON "webhooks" USING btree ("chain_id","gym_id","url");--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "account_images" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "account_images" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "chain_profiles" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "chain_profiles" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "gym_roles" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "gym_roles" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "memberships" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "memberships" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "tan_failures" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "tan_failures" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "nfc_tokens" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "nfc_tokens" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "rfids" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "rfids" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "chains" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "chains" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "gyms" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "gyms" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "analytics_changes" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "analytics_changes" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "analytics_computations" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "analytics_computations" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "export_jobs" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "export_jobs" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "weekly_metrics" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "weekly_metrics" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "push_notifications" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "push_notifications" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "bookings" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "bookings" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "products" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "products" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "tasks" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "tasks" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "admissions" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "admissions" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "visits" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "visits" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhook_delivery_attempts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhook_delivery_attempts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhooks" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhooks" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "rate_buckets" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_buckets" SET (fillfactor = 50);
--> statement-breakpoint
-- Whoever trained or was measured, whatever it was.
CREATE VIEW training_of_members WITH (security_invoker = true) AS
SELECT chain_id, gym_id, account_id, occurred_at FROM strength_workouts
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM strength_assessments
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM flexibility_measurements
  UNION ALL SELECT chain_id, gym_id, account_id, occurred_at FROM body_measurements;
--> statement-breakpoint
-- Instead of foreign keys, whose check of every single row costs COPY two thirds of its speed: one check a statement of
-- the people and the gyms in it. A person who is found stays until the transaction ends; one who is being erased is
-- waited for, and then missing. No program deletes a gym, so nothing waits for that.
CREATE FUNCTION require_owners_of_training() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM FROM (SELECT DISTINCT chain_id, account_id FROM written) w
    WHERE NOT EXISTS (
      SELECT FROM chain_profiles p WHERE p.chain_id = w.chain_id AND p.account_id = w.account_id FOR KEY SHARE);
  IF FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('a row of %s is of nobody whom its chain knows', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_of_member';
  END IF;
  PERFORM FROM (SELECT DISTINCT chain_id, gym_id FROM written) w
    WHERE NOT EXISTS (SELECT FROM gyms g WHERE g.chain_id = w.chain_id AND g.gym_id = w.gym_id);
  IF FOUND THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('a row of %s is of no gym of its chain', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_of_gym';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  training text;
BEGIN
  FOREACH training IN ARRAY ARRAY['strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements'] LOOP
    EXECUTE format('CREATE TRIGGER written_for_somebody AFTER INSERT ON %I REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training()', training);
    EXECUTE format('CREATE TRIGGER corrected_for_somebody AFTER UPDATE ON %I REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION require_owners_of_training()', training);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Row security holds for the owner as well: a connection that forgot to change its role sees nothing.
DO $$
DECLARE
  secured regclass;
BEGIN
  FOR secured IN
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', secured);
  END LOOP;
END
$$;
--> statement-breakpoint
-- What was written before is seen here: the statement that deletes waits for whoever wrote, and this looks after it.
CREATE FUNCTION erase_training_of_member() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM strength_workouts WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM strength_assessments WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM flexibility_measurements WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  DELETE FROM body_measurements WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "training_goes_too" AFTER DELETE ON "chain_profiles" FOR EACH ROW EXECUTE FUNCTION erase_training_of_member();
--> statement-breakpoint
CREATE FUNCTION erase_training_of_gym() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM strength_workouts WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM strength_assessments WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM flexibility_measurements WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  DELETE FROM body_measurements WHERE chain_id = OLD.chain_id AND gym_id = OLD.gym_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "training_goes_too" AFTER DELETE ON "gyms" FOR EACH ROW EXECUTE FUNCTION erase_training_of_gym();
--> statement-breakpoint
-- Makes the partitions of all months from the first to the last day that are not there yet. A partition is reached
-- through its table alone, where row security is: nobody may name it. It is made beside the table and then attached,
-- which keeps nobody from reading or writing the table meanwhile (CREATE TABLE … PARTITION OF would).
-- A dump reads every partition by its own name, as the operator (docs/operate.md): it has to see all rows there, too. To
-- chains a partition stays closed.
CREATE FUNCTION ensure_training_partitions(first_day date, last_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
  month date := date_trunc('month', first_day)::date;
  parent text;
  partition text;
BEGIN
  WHILE month <= last_day LOOP
    FOREACH parent IN ARRAY ARRAY['strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements'] LOOP
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      PERFORM pg_advisory_xact_lock(40104);
      -- asked of the catalog itself: by name it would be remembered as missing
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = partition AND relnamespace = 'public'::regnamespace);
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', partition);
      EXECUTE format('REVOKE ALL ON %I FROM front_desk_platform, front_desk_operator', partition);
      EXECUTE format('GRANT SELECT ON %I TO front_desk_operator', partition);
      EXECUTE format('CREATE POLICY "rows_of_every_chain" ON %I FOR SELECT TO front_desk_operator USING (true)', partition);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, month::timestamptz, (month + interval '1 month')::timestamptz);
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION ensure_training_partitions(date, date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ensure_training_partitions(date, date) TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
-- Drops the oldest partition, if its month ended by the day, and answers its name. Taking a partition off waits for
-- whoever reads the table and makes others wait: it gives up after two seconds, to be tried again.
CREATE FUNCTION drop_oldest_training_partition(until_day date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s'
AS $$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest FROM pg_inherits i
    JOIN pg_class p ON p.oid = i.inhparent AND p.relnamespace = 'public'::regnamespace
      AND p.relname IN ('strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements')
    JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'r'
    WHERE to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= until_day
    ORDER BY right(c.relname, 7), c.relname LIMIT 1;
  IF oldest IS NOT NULL THEN
    EXECUTE format('DROP TABLE %I', oldest);
  END IF;
  RETURN oldest;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION drop_oldest_training_partition(date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION drop_oldest_training_partition(date) TO front_desk_operator;
--> statement-breakpoint
-- The planner knows nothing of what was written until it was analyzed. PostgreSQL does that by itself minutes after much was
-- written, and never looks at a table as the whole of its months. Whoever wrote much asks for it here: a role that may not
-- name a partition may not analyze it either.
CREATE FUNCTION analyze_activity() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  ANALYZE strength_workouts, strength_assessments, flexibility_measurements, body_measurements, visits, admissions,
    chain_profiles, memberships;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_activity() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_activity() TO front_desk_operator;
--> statement-breakpoint
-- Whoever writes a row that a worker must take up need not know of workers: the row announces itself when it is committed.
CREATE FUNCTION announce_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('platform_outbox', TG_TABLE_NAME);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
-- A delivery that is to be sent again announces itself as a new one does.
CREATE TRIGGER announce_again AFTER UPDATE OF state ON webhook_deliveries
FOR EACH ROW WHEN (NEW.state = 'PENDING' AND OLD.state <> 'PENDING') EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON push_notifications FOR EACH ROW EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF status ON export_jobs FOR EACH ROW EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
-- The nightly job looks thirty days back by itself. Visits that come in later than that are noted here; training never does.
CREATE FUNCTION note_late_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO analytics_changes (chain_id, gym_id, occurred_at) VALUES (NEW.chain_id, NEW.gym_id, NEW.occurred_at);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "late_visits_change_analytics" AFTER INSERT ON "visits" FOR EACH ROW
WHEN (NEW.occurred_at < greatest(NEW.recorded_at, now()) - interval '30 days')
EXECUTE FUNCTION note_late_visit();
--> statement-breakpoint
-- Whoever is erased, opts out or in again changes every week they came or trained in, wherever that was.
CREATE FUNCTION note_change_of_member() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO analytics_changes (chain_id, gym_id, occurred_at)
  SELECT OLD.chain_id, seen.gym_id, min(seen.at)
  FROM (
    SELECT gym_id, occurred_at AS at FROM visits WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
    UNION ALL
    SELECT gym_id, admitted_at FROM admissions WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
    UNION ALL
    SELECT gym_id, occurred_at FROM training_of_members WHERE chain_id = OLD.chain_id AND account_id = OLD.account_id
  ) seen
  GROUP BY seen.gym_id;
  RETURN coalesce(NEW, OLD);
END
$$;
--> statement-breakpoint
CREATE TRIGGER "sharing_changes_analytics" BEFORE UPDATE OF "shares_data" ON "chain_profiles" FOR EACH ROW
WHEN (OLD.shares_data IS DISTINCT FROM NEW.shares_data)
EXECUTE FUNCTION note_change_of_member();
--> statement-breakpoint
CREATE TRIGGER "erasing_changes_analytics" BEFORE DELETE ON "chain_profiles" FOR EACH ROW
EXECUTE FUNCTION note_change_of_member();
--> statement-breakpoint
-- Every credential is readable before the chain is known; none is written for a chain but the current one.
CREATE FUNCTION hold_credentials_to_chain() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF current_user = 'front_desk_platform'
    AND NEW.chain_id IS DISTINCT FROM nullif(current_setting('app.chain_id', true), '')::uuid
  THEN
    RAISE EXCEPTION 'a credential of another chain' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_undoing() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'what was revoked stays revoked' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER api_keys_of_current_chain BEFORE INSERT OR UPDATE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
--> statement-breakpoint
CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE ON api_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_undoing();
--> statement-breakpoint
CREATE TRIGGER access_tokens_of_current_chain BEFORE INSERT OR UPDATE OF token_hash ON access_tokens
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
--> statement-breakpoint
CREATE TRIGGER owners_of_current_chain BEFORE UPDATE ON owners
  FOR EACH ROW EXECUTE FUNCTION hold_credentials_to_chain();
--> statement-breakpoint
-- Home of the job queue, which makes and migrates its own tables.
CREATE SCHEMA pgboss AUTHORIZATION front_desk_operator;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO front_desk_platform, front_desk_operator;
--> statement-breakpoint
-- What only the operator's commands may change.
REVOKE INSERT, UPDATE, DELETE ON chains, gyms, api_keys, access_tokens, products, blacklisted_emails FROM front_desk_platform;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON accounts FROM front_desk_platform;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON tans FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (account_id) ON tans TO front_desk_platform;
--> statement-breakpoint
-- Every authenticated request of the gym interface notes that the gym was heard of.
GRANT UPDATE (last_received_at) ON access_tokens TO front_desk_platform;
--> statement-breakpoint
-- Only workers write tries down.
REVOKE INSERT, UPDATE, DELETE ON "webhook_delivery_attempts" FROM front_desk_platform;
--> statement-breakpoint
-- Owners are made by the operator's commands; they change their own password and the credentials of their gym.
REVOKE INSERT, UPDATE, DELETE ON owners FROM front_desk_platform;
--> statement-breakpoint
REVOKE UPDATE ON owner_sessions, owner_sign_in_failures FROM front_desk_platform;
--> statement-breakpoint
GRANT UPDATE (password_hash) ON owners TO front_desk_platform;
--> statement-breakpoint
GRANT INSERT, UPDATE (revoked_at) ON api_keys TO front_desk_platform;
--> statement-breakpoint
GRANT INSERT, UPDATE (token_hash, created_at) ON access_tokens TO front_desk_platform;
--> statement-breakpoint
-- The one look-up across chains: who has this e-mail address in a chain other than the current one?
CREATE FUNCTION profiles_of_other_chains(wanted_email text)
RETURNS TABLE (account_id uuid, first_name text, last_name text, date_of_birth date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT p.account_id, p.first_name, p.last_name, p.date_of_birth
  FROM chain_profiles p
  WHERE p.email_key = lower(wanted_email)
    AND p.chain_id <> nullif(current_setting('app.chain_id', true), '')::uuid
  ORDER BY p.created_at
$$;
--> statement-breakpoint
-- An account that no chain knows any longer is nobody's: nothing of it stays.
CREATE FUNCTION forget_account(forgotten uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  DELETE FROM accounts a
  WHERE a.account_id = forgotten
    AND NOT EXISTS (SELECT FROM chain_profiles p WHERE p.account_id = forgotten)
$$;
--> statement-breakpoint
-- Before the owner changes: a login without the rights of the new owner would change nothing, with a warning only.
REVOKE ALL ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) TO front_desk_platform;
--> statement-breakpoint
ALTER FUNCTION profiles_of_other_chains(text) OWNER TO front_desk_operator;
--> statement-breakpoint
ALTER FUNCTION forget_account(uuid) OWNER TO front_desk_operator;
--> statement-breakpoint
-- Whether a platform is ready depends on them, and it asks as the role of its requests.
GRANT USAGE ON SCHEMA drizzle TO front_desk_platform;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO front_desk_platform;
--> statement-breakpoint
-- As the operator a backup sees every row (docs/operate.md): it has to see the migrations and all sequences, too.
GRANT USAGE ON SCHEMA drizzle TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON ALL SEQUENCES IN SCHEMA drizzle, public TO front_desk_operator;
