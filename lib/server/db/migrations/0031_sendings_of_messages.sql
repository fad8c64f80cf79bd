CREATE TABLE "message_sendings" (
	"location_id" uuid NOT NULL,
	"sending_id" uuid NOT NULL,
	"digest" text,
	"is_undone" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_sendings_location_id_sending_id_pk" PRIMARY KEY("location_id","sending_id")
);
--> statement-breakpoint
ALTER TABLE "message_sendings" ADD CONSTRAINT "message_sendings_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_sendings_at_index" ON "message_sendings" USING btree ("at");