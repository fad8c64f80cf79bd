CREATE TABLE "photos" (
	"location_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"sealed_picture" "bytea" NOT NULL,
	"version" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_location_id_account_id_pk" PRIMARY KEY("location_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "expects_photos" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_location_id_account_id_members_location_id_account_id_fk" FOREIGN KEY ("location_id","account_id") REFERENCES "public"."members"("location_id","account_id") ON DELETE cascade ON UPDATE no action;