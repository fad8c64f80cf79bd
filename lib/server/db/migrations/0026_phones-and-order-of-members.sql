ALTER TABLE "members" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree ("location_id",left("search_name", 60),"account_id");--> statement-breakpoint
CREATE INDEX "members_by_contract_end" ON "members" USING btree ("location_id",coalesce("end_of_contract", '9999-12-31'::date),"account_id");