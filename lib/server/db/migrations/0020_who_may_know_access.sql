ALTER TABLE "staff" ADD COLUMN "password_by" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "sign_in_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_badges" ADD COLUMN "given_by" uuid;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_password_by_staff_id_fk" FOREIGN KEY ("password_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_badges" ADD CONSTRAINT "staff_badges_given_by_staff_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;