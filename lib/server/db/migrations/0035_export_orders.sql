CREATE TABLE "export_orders" (
	"location_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"data_set" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"file_type" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"job_id" text,
	"told_at" timestamp (3) with time zone,
	"next_ask_at" timestamp (3) with time zone,
	"kept_until" timestamp (3) with time zone,
	"problem" text,
	"problem_cause" text,
	CONSTRAINT "export_orders_location_id_order_id_pk" PRIMARY KEY("location_id","order_id"),
	CONSTRAINT "export_orders_data_set" CHECK ("export_orders"."data_set" in ('workouts', 'assessments', 'flexibility', 'body')),
	CONSTRAINT "export_orders_file_type" CHECK ("export_orders"."file_type" in ('CSV', 'JSON', 'JSONL')),
	CONSTRAINT "export_orders_state" CHECK ("export_orders"."state" in ('unconfirmed', 'notOrdered', 'inProgress', 'done', 'failed', 'expired', 'forgotten')),
	CONSTRAINT "export_orders_problem" CHECK ("export_orders"."problem" in ('unreachable', 'refused', 'permissionMissing', 'busy', 'invalid', 'unreadable', 'addressMissing', 'addressForeign')),
	CONSTRAINT "export_orders_problem_cause" CHECK ("export_orders"."problem_cause" in ('nameNotFound', 'noNetwork', 'refused', 'brokenOff', 'silent', 'portal', 'foreign', 'failing', 'certificateExpired', 'certificateOfAnotherName', 'certificateUntrusted', 'clock', 'encryption', 'notPublic'))
);
--> statement-breakpoint
ALTER TABLE "location_work" DROP CONSTRAINT "location_work_kind";--> statement-breakpoint
ALTER TABLE "export_orders" ADD CONSTRAINT "export_orders_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_orders" ADD CONSTRAINT "export_orders_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_orders_newest" ON "export_orders" USING btree ("location_id","ordered_at");--> statement-breakpoint
CREATE INDEX "export_orders_to_ask" ON "export_orders" USING btree ("location_id","next_ask_at") WHERE next_ask_at is not null;--> statement-breakpoint
ALTER TABLE "location_work" ADD CONSTRAINT "location_work_kind" CHECK ("location_work"."kind" in ('mirrorMembers', 'askAbsent', 'readHomes', 'mirrorTasks', 'resolveUnknownMembers', 'probe', 'matchOptedOut', 'pullTraining', 'followExportOrders'));