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
ALTER TABLE "webhook_inbox" ADD CONSTRAINT "webhook_inbox_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_registrations" ADD CONSTRAINT "webhook_registrations_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_inbox_received_at_index" ON "webhook_inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhook_inbox_to_work" ON "webhook_inbox" USING btree ("location_id","next_attempt_at") WHERE account_id is not null;