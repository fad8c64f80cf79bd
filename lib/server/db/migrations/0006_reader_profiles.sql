ALTER TABLE "locations" ADD COLUMN "reader_profiles" jsonb DEFAULT '[{"format":"hex","byteOrder":"asRead","byteLength":"auto"}]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "locations" SET "reader_profiles" = jsonb_build_array("reader_profile");--> statement-breakpoint
ALTER TABLE "locations" DROP COLUMN "reader_profile";