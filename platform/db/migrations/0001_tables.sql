CREATE TABLE "access_tokens" (
	"legacy_gym_id" integer PRIMARY KEY NOT NULL,
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_images" (
	"chain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
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
CREATE TABLE "blacklisted_emails" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "body_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "body_measurements_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_source" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "body_measurements_chain_id_gym_id_event_id_pk" PRIMARY KEY("chain_id","gym_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "body_measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "chain_profiles_chain_id_account_id_pk" PRIMARY KEY("chain_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "chain_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chains" (
	"chain_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flexibility_measurements" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "flexibility_measurements_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"measurement_type" text,
	"is_staff" boolean,
	"is_measurement_completed" boolean,
	CONSTRAINT "flexibility_measurements_chain_id_gym_id_event_id_pk" PRIMARY KEY("chain_id","gym_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "flexibility_measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "gyms" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"legacy_gym_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "gyms_legacy_gym_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2001 CACHE 1),
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_in_corporate_network" boolean DEFAULT false NOT NULL,
	"takes_part_in_plus1" boolean DEFAULT false NOT NULL,
	"last_received_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gyms_chain_id_gym_id_pk" PRIMARY KEY("chain_id","gym_id")
);
--> statement-breakpoint
ALTER TABLE "gyms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"is_prospect" boolean,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_chain_id_account_id_pk" PRIMARY KEY("chain_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "rate_buckets" (
	"key_id" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp (3) with time zone NOT NULL,
	"granted" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rfids" (
	"chain_id" uuid NOT NULL,
	"rfid" text NOT NULL,
	"account_id" uuid NOT NULL,
	"tag_format" text,
	"is_from_gym_software" boolean NOT NULL,
	"is_from_machine" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rfids_chain_id_rfid_pk" PRIMARY KEY("chain_id","rfid")
);
--> statement-breakpoint
ALTER TABLE "rfids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strength_assessments" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "strength_assessments_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"body_region" text,
	"type_id" text,
	"activity_name" text,
	"is_measurement_completed" boolean,
	CONSTRAINT "strength_assessments_chain_id_gym_id_event_id_pk" PRIMARY KEY("chain_id","gym_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "strength_assessments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strength_workouts" (
	"chain_id" uuid NOT NULL,
	"gym_id" uuid NOT NULL,
	"event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "strength_workouts_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_guest" boolean,
	"machine_type" text,
	"training_method" text,
	"operation_mode" text,
	"training_visualization" text,
	CONSTRAINT "strength_workouts_chain_id_gym_id_event_id_pk" PRIMARY KEY("chain_id","gym_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "strength_workouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tans" (
	"tan" text PRIMARY KEY NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"is_plus1" boolean DEFAULT false NOT NULL,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
	"last_status" integer,
	"last_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_chain_id_delivery_id_pk" PRIMARY KEY("chain_id","delivery_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"chain_id" uuid NOT NULL,
	"webhook_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gym_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_chain_id_webhook_id_pk" PRIMARY KEY("chain_id","webhook_id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_images" ADD CONSTRAINT "account_images_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "body_measurements" ADD CONSTRAINT "body_measurements_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "body_measurements" ADD CONSTRAINT "body_measurements_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_of_product" FOREIGN KEY ("chain_id","gym_id","product_id") REFERENCES "public"."products"("chain_id","gym_id","product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_profiles" ADD CONSTRAINT "chain_profiles_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flexibility_measurements" ADD CONSTRAINT "flexibility_measurements_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flexibility_measurements" ADD CONSTRAINT "flexibility_measurements_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_roles" ADD CONSTRAINT "gym_roles_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_roles" ADD CONSTRAINT "gym_roles_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_chain_id_chains_chain_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."chains"("chain_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tan_tans_tan_fk" FOREIGN KEY ("tan") REFERENCES "public"."tans"("tan") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nfc_tokens" ADD CONSTRAINT "nfc_tokens_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notifications" ADD CONSTRAINT "push_notifications_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfids" ADD CONSTRAINT "rfids_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strength_assessments" ADD CONSTRAINT "strength_assessments_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strength_assessments" ADD CONSTRAINT "strength_assessments_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strength_workouts" ADD CONSTRAINT "strength_workouts_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strength_workouts" ADD CONSTRAINT "strength_workouts_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tans" ADD CONSTRAINT "tans_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_of_member" FOREIGN KEY ("chain_id","target_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_of_member" FOREIGN KEY ("chain_id","account_id") REFERENCES "public"."chain_profiles"("chain_id","account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_of_webhook" FOREIGN KEY ("chain_id","webhook_id") REFERENCES "public"."webhooks"("chain_id","webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_of_gym" FOREIGN KEY ("chain_id","gym_id") REFERENCES "public"."gyms"("chain_id","gym_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "body_measurements_by_time" ON "body_measurements" USING btree ("chain_id","gym_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "body_measurements_of_account" ON "body_measurements" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_profiles_email" ON "chain_profiles" USING btree ("chain_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "chain_profiles_legacy_user_id" ON "chain_profiles" USING btree ("chain_id","legacy_user_id");--> statement-breakpoint
CREATE INDEX "chain_profiles_email_of_any_chain" ON "chain_profiles" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "flexibility_measurements_by_time" ON "flexibility_measurements" USING btree ("chain_id","gym_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "flexibility_measurements_of_account" ON "flexibility_measurements" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gyms_legacy_gym_id" ON "gyms" USING btree ("chain_id","legacy_gym_id");--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_membership_id" ON "memberships" USING btree ("chain_id","membership_id");--> statement-breakpoint
CREATE INDEX "memberships_by_change" ON "memberships" USING btree ("chain_id","updated_at" DESC NULLS LAST,"account_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "memberships_of_gym_by_change" ON "memberships" USING btree ("chain_id","gym_id","updated_at" DESC NULLS LAST,"account_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "nfc_tokens_token" ON "nfc_tokens" USING btree ("chain_id","token");--> statement-breakpoint
CREATE INDEX "rfids_of_member" ON "rfids" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE INDEX "strength_assessments_by_time" ON "strength_assessments" USING btree ("chain_id","gym_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "strength_assessments_of_account" ON "strength_assessments" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE INDEX "strength_workouts_by_time" ON "strength_workouts" USING btree ("chain_id","gym_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "strength_workouts_of_account" ON "strength_workouts" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE INDEX "tasks_by_change" ON "tasks" USING btree ("chain_id","gym_id","modified_at" DESC NULLS LAST,"task_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tasks_of_target" ON "tasks" USING btree ("chain_id","target_id");--> statement-breakpoint
CREATE INDEX "tasks_of_author" ON "tasks" USING btree ("chain_id","author_id");--> statement-breakpoint
CREATE INDEX "tasks_of_completer" ON "tasks" USING btree ("chain_id","completer_id");--> statement-breakpoint
CREATE INDEX "visits_by_time" ON "visits" USING btree ("chain_id","gym_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook_by_time" ON "webhook_deliveries" USING btree ("chain_id","webhook_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_account" ON "webhook_deliveries" USING btree ("chain_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_url" ON "webhooks" USING btree ("chain_id","gym_id","url");--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "account_images" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "account_images" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "admissions" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "admissions" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "body_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "bookings" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "bookings" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "chain_profiles" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "chain_profiles" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "chains" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "chains" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "flexibility_measurements" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "gym_roles" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "gym_roles" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "gyms" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "gyms" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "memberships" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "memberships" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "nfc_tokens" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "nfc_tokens" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "products" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "products" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "push_notifications" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "push_notifications" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "rfids" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "rfids" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_assessments" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "strength_workouts" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "tasks" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "tasks" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "visits" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "visits" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rows_of_current_chain" ON "webhooks" AS PERMISSIVE FOR ALL TO "front_desk_platform" USING (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid) WITH CHECK (chain_id = nullif(current_setting('app.chain_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rows_of_every_chain" ON "webhooks" AS PERMISSIVE FOR ALL TO "front_desk_operator" USING (true) WITH CHECK (true);