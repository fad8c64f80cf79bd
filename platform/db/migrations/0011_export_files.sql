ALTER TABLE "export_jobs" ADD COLUMN "queued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "tries" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "file_name" text;--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF status ON export_jobs FOR EACH ROW EXECUTE FUNCTION announce_outbox();
